<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Pause captions</source>
        <translation>暂停字幕</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>继续字幕</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Start captions</source>
        <translation>开始字幕</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>显示字幕</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>隐藏字幕</translation>
    </message>
    <message>
        <source>Lock captions in place</source>
        <translation>把字幕锁定在原处</translation>
    </message>
    <message>
        <source>Move captions by keyboard</source>
        <translation>用键盘移动字幕</translation>
    </message>
    <message>
        <source>Bring captions back on screen</source>
        <translation>把字幕带回屏幕</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Show or hide the window</source>
        <translation>显示或隐藏窗口</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>End dictation</source>
        <translation>结束听写</translation>
    </message>
    <message>
        <source>Dictate</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Open the scratchpad</source>
        <translation>打开草稿板</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Show the captions above all windows</source>
        <translation>在所有窗口之上显示字幕</translation>
    </message>
    <message>
        <source>Keep the captions where they are and let clicks through</source>
        <translation>让字幕留在原处，并让点击穿过它</translation>
    </message>
</context>
<context>
    <name>AdjustDialog</name>
    <message>
        <source>Move the captions</source>
        <translation>移动字幕</translation>
    </message>
    <message>
        <source>Arrow keys: move
Shift + left or right: narrower or wider
Shift + up or down: more or fewer lines
Plus or minus: larger or smaller text
Ctrl with any of these: small steps
Enter: keep     Esc: put back</source>
        <translation>方向键：移动
Shift + 左右：变窄或变宽
Shift + 上下：增加或减少行数
加号或减号：放大或缩小文字
同时按 Ctrl：小步调整
Enter：保留     Esc：放回原处</translation>
    </message>
</context>
<context>
    <name>Audio</name>
    <message>
        <source>To caption what the computer plays, the package PyAudioWPatch is needed: pip install PyAudioWPatch</source>
        <translation>要为电脑播放的声音加字幕，需要 PyAudioWPatch 软件包：pip install PyAudioWPatch</translation>
    </message>
    <message>
        <source>There is no output called “{name}”.</source>
        <translation>没有名为“{name}”的输出设备。</translation>
    </message>
    <message>
        <source>The sound of “{name}” could not be opened ({error}).</source>
        <translation>无法打开“{name}”的声音（{error}）。</translation>
    </message>
    <message>
        <source>“{name}” was disconnected.</source>
        <translation>“{name}”已断开连接。</translation>
    </message>
    <message>
        <source>macOS does not let programs record what it plays. Install a virtual sound device (for example BlackHole), make it part of a multi-output device in Audio MIDI Setup, and choose it here.</source>
        <translation>macOS 不允许程序录制它播放的声音。请安装虚拟声音设备（例如 BlackHole），在“音频 MIDI 设置”中把它加入多输出设备，然后在这里选择它。</translation>
    </message>
    <message>
        <source>No sound output was found whose sound could be captioned.</source>
        <translation>没有找到可以加字幕的声音输出设备。</translation>
    </message>
    <message>
        <source>The sound server does not answer.</source>
        <translation>声音服务没有响应。</translation>
    </message>
    <message>
        <source>The sound system does not answer ({error}).</source>
        <translation>声音系统没有响应（{error}）。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>没有连接麦克风。</translation>
    </message>
    <message>
        <source>There is no file “{path}”.</source>
        <translation>没有文件“{path}”。</translation>
    </message>
    <message>
        <source>“{path}” is a folder, not a recording.</source>
        <translation>“{path}”是文件夹，不是录音。</translation>
    </message>
    <message>
        <source>“{path}” is empty.</source>
        <translation>“{path}”是空的。</translation>
    </message>
    <message>
        <source>“{path}” cannot be read ({reason}).</source>
        <translation>无法读取“{path}”（{reason}）。</translation>
    </message>
    <message>
        <source>“{path}” is not a recording that can be read ({reason}).</source>
        <translation>“{path}”不是可以读取的录音（{reason}）。</translation>
    </message>
    <message>
        <source>“{path}” is damaged: its header says {rate} samples per second.</source>
        <translation>“{path}”已损坏：文件头写的是每秒 {rate} 个采样。</translation>
    </message>
    <message>
        <source>“{path}” contains no sound.</source>
        <translation>“{path}”里没有声音。</translation>
    </message>
    <message>
        <source>“{path}” is damaged after {seconds:.1f} s ({reason}).</source>
        <translation>“{path}”在 {seconds:.1f} 秒之后已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>“{path}” is damaged: at {seconds:.1f} s it holds values that are not numbers.</source>
        <translation>“{path}”已损坏：在 {seconds:.1f} 秒处的值不是数字。</translation>
    </message>
    <message>
        <source>{reason} What was captioned is kept; captions go on by themselves.</source>
        <translation>{reason}已有的字幕都会保留；字幕会自行继续。</translation>
    </message>
    <message>
        <source>“{missing}” is not connected: listening to “{name}” until it is.</source>
        <translation>“{missing}”没有连接：在它连接之前改为收听“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is back.</source>
        <translation>“{name}”回来了。</translation>
    </message>
    <message>
        <source>Listening to “{name}” now.</source>
        <translation>现在收听“{name}”。</translation>
    </message>
    <message>
        <source>The sound library PortAudio is missing. On Debian or Ubuntu: sudo apt install libportaudio2</source>
        <translation>缺少声音库 PortAudio。在 Debian 或 Ubuntu 上：sudo apt install libportaudio2</translation>
    </message>
    <message>
        <source>The system&apos;s sound devices could not be listed ({error}). If this stays so, unplug the microphone and plug it in again, or restart the computer&apos;s sound.</source>
        <translation>无法列出系统的声音设备（{error}）。如果一直这样，请拔下麦克风再重新插上，或重新启动电脑的声音服务。</translation>
    </message>
    <message>
        <source>There is no microphone called “{name}”.</source>
        <translation>没有名为“{name}”的麦克风。</translation>
    </message>
    <message>
        <source>“{name}” could not be opened ({reason}). Another program may be using it, or access to the microphone is not allowed.</source>
        <translation>无法打开“{name}”（{reason}）。可能有别的程序正在使用它，或者没有麦克风权限。</translation>
    </message>
    <message>
        <source>“{name}” stopped because of an error inside the program ({error}).</source>
        <translation>由于程序内部错误（{error}），“{name}”已停止。</translation>
    </message>
    <message>
        <source>No recording was chosen.</source>
        <translation>没有选择录音。</translation>
    </message>
    <message>
        <source>The recorder of the sound server is missing. On Debian or Ubuntu: sudo apt install pulseaudio-utils</source>
        <translation>缺少声音服务的录音工具。在 Debian 或 Ubuntu 上：sudo apt install pulseaudio-utils</translation>
    </message>
    <message>
        <source>“{name}” could not be opened: {reason}.</source>
        <translation>无法打开“{name}”：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” delivers no sound any more.</source>
        <translation>“{name}”不再传来声音。</translation>
    </message>
    <message>
        <source>An error inside the program ({error}). Captions begin anew.</source>
        <translation>程序内部出错（{error}）。字幕重新开始。</translation>
    </message>
    <message>
        <source>{seconds:.1f} s of sound were lost: the computer was too busy to record.</source>
        <translation>丢失了 {seconds:.1f} 秒声音：电脑太忙，来不及录制。</translation>
    </message>
    <message>
        <source>Recognition is more than {limit:.0f} s behind: {seconds:.0f} s of sound had to be left out so far. Choose the preset “accurate” or the starter model.</source>
        <translation>识别落后超过 {limit:.0f} 秒：到目前为止不得不略过 {seconds:.0f} 秒声音。请选择“准确”预设或入门模型。</translation>
    </message>
    <message>
        <source>“{model}” stays in use.</source>
        <translation>继续使用“{model}”。</translation>
    </message>
    <message>
        <source>“{model}” is used instead.</source>
        <translation>改为使用“{model}”。</translation>
    </message>
    <message>
        <source>An error in the recogniser ({error}). Captions go on with the next words.</source>
        <translation>识别器出错（{error}）。字幕从接下来的话继续。</translation>
    </message>
    <message>
        <source>The model fails again and again.</source>
        <translation>模型一再出错。</translation>
    </message>
    <message>
        <source>Loading the model. What is said now is kept.</source>
        <translation>正在加载模型。现在说的话会保留下来。</translation>
    </message>
    <message>
        <source>Captions are {seconds:.0f} s behind what is said. If this lasts, choose the preset “accurate” or the starter model.</source>
        <translation>字幕比说话慢 {seconds:.0f} 秒。如果一直这样，请选择“准确”预设或入门模型。</translation>
    </message>
    <message>
        <source>The recording has ended.</source>
        <translation>录音已结束。</translation>
    </message>
    <message>
        <source>Opening the sound device…</source>
        <translation>正在打开声音设备…</translation>
    </message>
    <message>
        <source>Nothing is being played on “{device}”.</source>
        <translation>“{device}”上没有播放任何声音。</translation>
    </message>
    <message>
        <source>The microphone is silent, and nothing is being played.</source>
        <translation>麦克风没有声音，电脑也没有播放任何声音。</translation>
    </message>
    <message>
        <source>“{device}” is silent. Is the microphone muted?</source>
        <translation>“{device}”没有声音。麦克风是否静音了？</translation>
    </message>
    <message>
        <source>The model in “{folder}” could not be loaded ({error}).</source>
        <translation>无法加载“{folder}”中的模型（{error}）。</translation>
    </message>
    <message>
        <source>Choose the preset “accurate”, which hears in longer steps.</source>
        <translation>请选择“准确”预设，它每次听更长的一段。</translation>
    </message>
    <message>
        <source>The starter model is faster.</source>
        <translation>入门模型更快。</translation>
    </message>
    <message>
        <source>“{model}” needs {need:.1f} s for every {chunk:.2f} s of speech on this computer ({provider}), so captions will fall behind.</source>
        <translation>在这台电脑上（{provider}），“{model}”处理每 {chunk:.2f} 秒语音需要 {need:.1f} 秒，字幕会逐渐落后。</translation>
    </message>
    <message>
        <source>Captions stopped because of an error inside the program ({error}). Quit the program and start it again.</source>
        <translation>程序内部出错（{error}），字幕已停止。请退出程序并重新启动。</translation>
    </message>
</context>
<context>
    <name>CaptionPage</name>
    <message>
        <source>The caption page for OBS could not start ({0}). Choose another port in the settings.</source>
        <translation>无法启动给 OBS 用的字幕页面（{0}）。请在设置中换一个端口。</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>Any computer.</source>
        <translation>任何电脑都可以。</translation>
    </message>
    <message>
        <source>Meant for a graphics card; two processor cores cannot keep up with speech.</source>
        <translation>适合有显卡的电脑；两个处理器核心跟不上说话的速度。</translation>
    </message>
</context>
<context>
    <name>Cli</name>
    <message>
        <source>Live captions and dictation on your own machine. Without a command: the window.</source>
        <translation>在自己的电脑上实时显示字幕和听写。不带命令时打开窗口。</translation>
    </message>
    <message>
        <source>open the window; without a screen or a microphone, captions in this terminal</source>
        <translation>打开窗口；没有屏幕或麦克风时，在此终端显示字幕</translation>
    </message>
    <message>
        <source>get, convert, choose and remove models</source>
        <translation>获取、转换、选择和删除模型</translation>
    </message>
    <message>
        <source>measure the model on this machine</source>
        <translation>测量模型在这台电脑上的速度</translation>
    </message>
    <message>
        <source>A part of the program cannot be loaded ({0}). “r2t2-captions doctor” says what is missing.</source>
        <translation>程序的一个组成部分无法加载（{0}）。运行“r2t2-captions doctor”可查看缺少什么。</translation>
    </message>
    <message>
        <source>“r2t2-captions live” captions in the terminal, “r2t2-captions transcribe” a recording.</source>
        <translation>“r2t2-captions live”在终端显示字幕，“r2t2-captions transcribe”把录音转成文字。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>没有连接麦克风。</translation>
    </message>
    <message>
        <source>{0} Captions come in this terminal.</source>
        <translation>{0}字幕显示在此终端。</translation>
    </message>
    <message>
        <source>This installation has no benchmark.</source>
        <translation>此安装不含性能测试。</translation>
    </message>
    <message>
        <source>“{0}” is not a number of milliseconds from {1} to {2}</source>
        <translation>“{0}”不是 {1} 到 {2} 之间的毫秒数</translation>
    </message>
    <message>
        <source>name or code; auto to detect it (default)</source>
        <translation>名称或代码；auto 表示自动检测（默认）</translation>
    </message>
    <message>
        <source>words to be spelled this way, with commas</source>
        <translation>要按此拼写的词，用逗号分隔</translation>
    </message>
    <message>
        <source>text that tells the model what it will hear</source>
        <translation>告诉模型将会听到什么的文字</translation>
    </message>
    <message>
        <source>how soon words are shown</source>
        <translation>文字出现得多快</translation>
    </message>
    <message>
        <source>sound per decoding step, 80 to 2000</source>
        <translation>每个解码步骤的声音长度，80 到 2000</translation>
    </message>
    <message>
        <source>steps that begin from nothing (preset)</source>
        <translation>从零开始的步骤数（默认取自预设）</translation>
    </message>
    <message>
        <source>tokens held back at the end (preset)</source>
        <translation>末尾暂不显示的词元数（默认取自预设）</translation>
    </message>
    <message>
        <source>most tokens of one step (preset)</source>
        <translation>每个步骤最多的词元数（默认取自预设）</translation>
    </message>
    <message>
        <source>hold nothing back behind punctuation</source>
        <translation>标点之后不再保留词元</translation>
    </message>
    <message>
        <source>folder or name of a model; the active one</source>
        <translation>模型的文件夹或名称；默认使用当前模型</translation>
    </message>
    <message>
        <source>what the model runs on: {0}</source>
        <translation>模型的运行方式：{0}</translation>
    </message>
    <message>
        <source>There is no model “{0}”: neither a folder nor installed.</source>
        <translation>没有模型“{0}”：既不是文件夹，也没有安装。</translation>
    </message>
    <message>
        <source>show captions in this terminal</source>
        <translation>在此终端显示字幕</translation>
    </message>
    <message>
        <source>what to listen to</source>
        <translation>收听什么</translation>
    </message>
    <message>
        <source>a microphone, see “doctor”</source>
        <translation>麦克风，见“doctor”</translation>
    </message>
    <message>
        <source>an output, see “doctor”</source>
        <translation>输出设备，见“doctor”</translation>
    </message>
    <message>
        <source>pause that ends a line</source>
        <translation>结束一行的停顿</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>There is no {0} called “{1}”. There is: {2}.</source>
        <translation>没有名为“{1}”的{0}。现有：{2}。</translation>
    </message>
    <message>
        <source>microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出设备</translation>
    </message>
    <message>
        <source>{0} Captioning the bundled sample recording instead.</source>
        <translation>{0}改为给自带的示例录音加字幕。</translation>
    </message>
    <message>
        <source>Listening to “{0}” with {1} on {2}. Ctrl+C ends.</source>
        <translation>正在收听“{0}”，使用 {1}，运行于 {2}。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>write down what is said in a recording</source>
        <translation>把录音转成文字</translation>
    </message>
    <message>
        <source>any recording that libsndfile reads</source>
        <translation>libsndfile 能读取的任何录音</translation>
    </message>
    <message>
        <source>hear it as live captions would</source>
        <translation>像实时字幕那样去听</translation>
    </message>
    <message>
        <source>of the output</source>
        <translation>输出的</translation>
    </message>
    <message>
        <source>write to a file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>There is no folder “{0}” to write to.</source>
        <translation>没有可以写入的文件夹“{0}”。</translation>
    </message>
    <message>
        <source>“{0}” is the recording itself. Choose another file to write to.</source>
        <translation>“{0}”就是录音文件本身。请选择另一个要写入的文件。</translation>
    </message>
    <message>
        <source>No speech was recognised.</source>
        <translation>没有识别到语音。</translation>
    </message>
</context>
<context>
    <name>ConnectionPage</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>the data folder of this program</source>
        <translation>本程序的数据文件夹</translation>
    </message>
    <message>
        <source>that of the system, or http://host:8080</source>
        <translation>系统的代理，或 http://host:8080</translation>
    </message>
    <message>
        <source>only for models that ask for an account</source>
        <translation>只用于需要帐户的模型</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Sound and text never leave this computer; only models are fetched, when you ask for one.</source>
        <translation>声音和文字从不离开这台电脑；只有在你要求时才会获取模型。</translation>
    </message>
    <message>
        <source>Folder and connection</source>
        <translation>文件夹与连接</translation>
    </message>
    <message>
        <source>Set by the environment variable {0}.</source>
        <translation>由环境变量 {0} 设定。</translation>
    </message>
    <message>
        <source>Models that are in another folder stay there.</source>
        <translation>在其他文件夹中的模型会留在那里。</translation>
    </message>
    <message>
        <source>Looking at the folder…</source>
        <translation>正在查看文件夹…</translation>
    </message>
</context>
<context>
    <name>Conversion</name>
    <message>
        <source>{0} could not be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} is cut short: the download is incomplete.</source>
        <translation>{0} 不完整：下载没有完成。</translation>
    </message>
    <message>
        <source>model.safetensors.index.json has no weight_map.</source>
        <translation>model.safetensors.index.json 中没有 weight_map。</translation>
    </message>
    <message>
        <source>There is no model.safetensors in {0}.</source>
        <translation>{0} 中没有 model.safetensors。</translation>
    </message>
    <message>
        <source>The checkpoint lacks the tensor {0}.</source>
        <translation>检查点缺少张量 {0}。</translation>
    </message>
    <message>
        <source>The checkpoint lacks the tensor {0} and {1} more.</source>
        <translation>检查点缺少张量 {0} 以及另外 {1} 个。</translation>
    </message>
    <message>
        <source>The tensor {0} has the unsupported type {1}; bf16, fp16 or fp32 is expected.</source>
        <translation>张量 {0} 的类型 {1} 不受支持；应为 bf16、fp16 或 fp32。</translation>
    </message>
    <message>
        <source>The tensor {0} has the shape {1} where {2} is expected.</source>
        <translation>张量 {0} 的形状为 {1}，应为 {2}。</translation>
    </message>
    <message>
        <source>{0} is not a safetensors file, or it is cut short.</source>
        <translation>{0} 不是 safetensors 文件，或者不完整。</translation>
    </message>
    <message>
        <source>{0} is not a safetensors file.</source>
        <translation>{0} 不是 safetensors 文件。</translation>
    </message>
    <message>
        <source>{0} is damaged: the tensor {1} is not described whole.</source>
        <translation>{0} 已损坏：张量 {1} 的描述不完整。</translation>
    </message>
    <message>
        <source>{0} is damaged: the tensor {1} does not fill its place.</source>
        <translation>{0} 已损坏：张量 {1} 的大小不符。</translation>
    </message>
    <message>
        <source>{0} could not be read in {1}: {2}.</source>
        <translation>无法读取 {1} 中的 {0}：{2}。</translation>
    </message>
    <message>
        <source>{0} in {1} is not valid JSON.</source>
        <translation>{1} 中的 {0} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>{0} in {1} is not a JSON object.</source>
        <translation>{1} 中的 {0} 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>There is no precision {0!r}; choose {1}.</source>
        <translation>没有精度 {0!r}；请选择 {1}。</translation>
    </message>
    <message>
        <source>{0} exists already.</source>
        <translation>{0} 已经存在。</translation>
    </message>
    <message>
        <source>The converted model does not work: {0}</source>
        <translation>转换后的模型无法工作：{0}</translation>
    </message>
    <message>
        <source>The disk of {0} has {1:.1f} GB free; the {2} model needs {3:.1f} GB.</source>
        <translation>{0} 所在的磁盘有 {1:.1f} GB 可用空间；{2} 模型需要 {3:.1f} GB。</translation>
    </message>
    <message>
        <source>The conversion was cancelled.</source>
        <translation>转换已取消。</translation>
    </message>
    <message>
        <source>The disk of {0} is full; the unfinished model was removed.</source>
        <translation>{0} 所在的磁盘已满；未完成的模型已被删除。</translation>
    </message>
    <message>
        <source>The model could not be written to {0}: {1}.</source>
        <translation>无法将模型写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} has no tokenizer: neither tokenizer.json nor vocab.json with merges.txt.</source>
        <translation>{0} 中没有分词器：既没有 tokenizer.json，也没有 vocab.json 和 merges.txt。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer is damaged: {0}.</source>
        <translation>检查点的分词器已损坏：{0}。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer does not give {0} the id {1}.</source>
        <translation>检查点的分词器没有把编号 {1} 赋给 {0}。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer has no {0}: it is not that of a Qwen3-ASR model.</source>
        <translation>检查点的分词器中没有 {0}：它不是 Qwen3-ASR 模型的分词器。</translation>
    </message>
    <message>
        <source>config.json says that the audio token is {0}, the tokenizer says {1}.</source>
        <translation>config.json 中音频标记的编号是 {0}，分词器中是 {1}。</translation>
    </message>
</context>
<context>
    <name>Dictation</name>
    <message>
        <source>This desktop lets no program have its own hotkeys. Set a key in the system&apos;s keyboard settings that runs “r2t2-captions --dictate”.</source>
        <translation>此桌面不允许程序拥有自己的快捷键。请在系统的键盘设置中设定一个键来运行“r2t2-captions --dictate”。</translation>
    </message>
    <message>
        <source>There is no desktop here, so there are no hotkeys.</source>
        <translation>这里没有桌面，因此没有快捷键。</translation>
    </message>
    <message>
        <source>This desktop lets no program press keys. Dictated text is put on the clipboard for you to paste; with “ydotool” installed it can be inserted.</source>
        <translation>此桌面不允许程序按键。听写的文字会放到剪贴板，由你粘贴；安装“ydotool”后可以直接输入。</translation>
    </message>
    <message>
        <source>This desktop lets no program press keys. Dictated text is put on the clipboard for you to paste; with “wtype” or “ydotool” installed it can be inserted.</source>
        <translation>此桌面不允许程序按键。听写的文字会放到剪贴板，由你粘贴；安装“wtype”或“ydotool”后可以直接输入。</translation>
    </message>
    <message>
        <source>Dictate while held</source>
        <translation>按住时听写</translation>
    </message>
    <message>
        <source>Start or stop dictation</source>
        <translation>开始或停止听写</translation>
    </message>
    <message>
        <source>Dictate (hold, or tap to switch)</source>
        <translation>听写（按住，或轻按切换）</translation>
    </message>
    <message>
        <source>Cancel dictation</source>
        <translation>取消听写</translation>
    </message>
    <message>
        <source>Pause or resume the captions</source>
        <translation>暂停或继续字幕</translation>
    </message>
    <message>
        <source>Unlock the captions and bring them back on screen</source>
        <translation>解锁字幕并带回屏幕</translation>
    </message>
    <message>
        <source>Hotkeys do not work on this desktop now: %1</source>
        <translation>快捷键目前在此桌面上不可用：%1</translation>
    </message>
    <message>
        <source>macOS does not let this program see keys yet. Allow it under System Settings, Privacy &amp; Security, Accessibility, then start it again.</source>
        <translation>macOS 还不允许本程序接收按键。请在“系统设置”&gt;“隐私与安全性”&gt;“辅助功能”中允许，然后重新启动本程序。</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>该窗口</translation>
    </message>
    <message>
        <source>%1 was closed before the text arrived. The text is on the clipboard.</source>
        <translation>文字到达之前，%1 已关闭。文字已放入剪贴板。</translation>
    </message>
    <message>
        <source>No window had the focus. The text is on the clipboard.</source>
        <translation>没有获得焦点的窗口。文字已放入剪贴板。</translation>
    </message>
    <message>
        <source>%1 did not take the text. It is on the clipboard: press Ctrl+V.</source>
        <translation>%1 没有接收文字。文字已在剪贴板中：请按 Ctrl+V。</translation>
    </message>
    <message>
        <source>Another program keeps the clipboard busy. The text is in history.</source>
        <translation>另一个程序正占用剪贴板。文字已保存在历史记录中。</translation>
    </message>
    <message>
        <source>The text is on the clipboard: press Ctrl+V where you want it.</source>
        <translation>文字已在剪贴板中：请在需要的位置按 Ctrl+V。</translation>
    </message>
    <message>
        <source>The text was not inserted into %1. It is on the clipboard.</source>
        <translation>文字没有输入到 %1，已放入剪贴板。</translation>
    </message>
    <message>
        <source>The system does not let this program type into %1. The text is on the clipboard: press Ctrl+V.</source>
        <translation>系统不允许本程序向 %1 输入文字。文字已在剪贴板中：请按 Ctrl+V。</translation>
    </message>
    <message>
        <source>%1 The text is on the clipboard.</source>
        <translation>%1 文字已放入剪贴板。</translation>
    </message>
    <message>
        <source>“{text}” is not a key combination: only ctrl, alt, shift and super can be held.</source>
        <translation>“{text}”不是组合键：只能按住 ctrl、alt、shift 和 super。</translation>
    </message>
    <message>
        <source>“{text}” is not a key combination: there is no key “{key}”.</source>
        <translation>“{text}”不是组合键：没有“{key}”这个键。</translation>
    </message>
    <message>
        <source>“{text}” is not a key combination: a modifier key can only be used alone.</source>
        <translation>“{text}”不是组合键：修饰键只能单独使用。</translation>
    </message>
    <message>
        <source>This key cannot be pressed for pasting.</source>
        <translation>无法用这个键来粘贴。</translation>
    </message>
    <message>
        <source>The session bus cannot be reached ({reason}).</source>
        <translation>无法连接会话总线（{reason}）。</translation>
    </message>
    <message>
        <source>The desktop refused: {reason}</source>
        <translation>桌面拒绝了请求：{reason}</translation>
    </message>
    <message>
        <source>The desktop did not answer.</source>
        <translation>桌面没有响应。</translation>
    </message>
    <message>
        <source>The session bus is gone ({reason}).</source>
        <translation>会话总线已断开（{reason}）。</translation>
    </message>
    <message>
        <source>You did not allow it.</source>
        <translation>您没有允许。</translation>
    </message>
    <message>
        <source>The desktop ended the request.</source>
        <translation>桌面终止了请求。</translation>
    </message>
    <message>
        <source>nothing to look for</source>
        <translation>没有要查找的内容</translation>
    </message>
    <message>
        <source>it matches everything</source>
        <translation>它会匹配任何内容</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>{program} did not finish.</source>
        <translation>{program} 没有结束。</translation>
    </message>
    <message>
        <source>{program} cannot be run: {reason}.</source>
        <translation>无法运行 {program}：{reason}。</translation>
    </message>
    <message>
        <source>{program} failed: {reason}</source>
        <translation>{program} 失败：{reason}</translation>
    </message>
    <message>
        <source>ydotool cannot press this key.</source>
        <translation>ydotool 无法按下这个键。</translation>
    </message>
    <message>
        <source>ydotool cannot type text, only paste it.</source>
        <translation>ydotool 不能键入文字，只能粘贴。</translation>
    </message>
    <message>
        <source>The display {name} cannot be reached: {reason}</source>
        <translation>无法连接显示器 {name}：{reason}</translation>
    </message>
    <message>
        <source>This X server has no XInput or XTEST extension: no hotkeys can work on it.</source>
        <translation>此 X 服务器没有 XInput 或 XTEST 扩展：无法使用快捷键。</translation>
    </message>
    <message>
        <source>This X server&apos;s XInput is older than 2.1: no hotkeys can work on it.</source>
        <translation>此 X 服务器的 XInput 版本低于 2.1：无法使用快捷键。</translation>
    </message>
    <message>
        <source>The connection to the display was lost; hotkeys are being set up again.</source>
        <translation>与显示器的连接中断；正在重新设置快捷键。</translation>
    </message>
    <message>
        <source>This keyboard layout lacks a key that is needed for typing.</source>
        <translation>当前键盘布局缺少键入所需的键。</translation>
    </message>
    <message>
        <source>The connection to the display was lost while typing.</source>
        <translation>键入时与显示器的连接中断。</translation>
    </message>
    <message>
        <source>This keyboard has no free key code for a character of the text.</source>
        <translation>键盘没有空闲键码可用于文字中的某个字符。</translation>
    </message>
    <message>
        <source>This keyboard layout lacks a key that is needed for pasting.</source>
        <translation>当前键盘布局缺少粘贴所需的键。</translation>
    </message>
</context>
<context>
    <name>DictationController</name>
    <message>
        <source>Dictation could not go on.</source>
        <translation>听写无法继续。</translation>
    </message>
    <message>
        <source>What was on the clipboard is too large to be kept while dictation pastes.</source>
        <translation>剪贴板上的内容太大，听写粘贴时无法保留。</translation>
    </message>
    <message>
        <source>Waiting for “%1”. Esc: to the clipboard</source>
        <translation>正在等待“%1”。Esc：放到剪贴板</translation>
    </message>
</context>
<context>
    <name>DictationPage</name>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>The desktop decides the keys. Now: %1</source>
        <translation>由桌面决定按键。目前：%1</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Methods: type, paste, or the program&apos;s key for pasting, such as ctrl+shift+v</source>
        <translation>方式：type、paste，或该程序的粘贴键，例如 ctrl+shift+v</translation>
    </message>
    <message>
        <source>Open the scratchpad</source>
        <translation>打开草稿板</translation>
    </message>
    <message>
        <source>%1 is already in use.</source>
        <translation>%1 已被占用。</translation>
    </message>
    <message>
        <source>“%1” is not a valid method. Write type, paste, or a key combination.</source>
        <translation>“%1”不是有效的方式。请写 type、paste 或一个组合键。</translation>
    </message>
</context>
<context>
    <name>DictationWordsPage</name>
    <message>
        <source>Dictation vocabulary</source>
        <translation>听写词汇</translation>
    </message>
    <message>
        <source>When this is heard</source>
        <translation>听到这个时</translation>
    </message>
    <message>
        <source>Write this</source>
        <translation>写成这个</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Write \n for a new line. A pattern is a regular expression; it is applied to one word at a time.</source>
        <translation>用 \n 表示换行。模式是正则表达式，每次应用于一个词。</translation>
    </message>
    <message>
        <source>Type a sentence to see what becomes of it</source>
        <translation>输入一句话，看看会变成什么</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>“%1” is left out: %2</source>
        <translation>“%1”已略过：%2</translation>
    </message>
</context>
<context>
    <name>Display</name>
    <message>
        <source>There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).</source>
        <translation>这里没有显示器（DISPLAY 和 WAYLAND_DISPLAY 都没有设置）。</translation>
    </message>
    <message>
        <source>The display {name} does not answer.</source>
        <translation>显示器 {name} 没有响应。</translation>
    </message>
    <message>
        <source>Windows need the library libxcb-cursor0, which is missing here (Debian, Ubuntu: apt install libxcb-cursor0).</source>
        <translation>窗口需要 libxcb-cursor0 库，这里没有（Debian、Ubuntu：apt install libxcb-cursor0）。</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>Microphones cannot be opened.</source>
        <translation>无法打开麦克风。</translation>
    </message>
    <message>
        <source>Microphones cannot be chosen by name, and what the computer plays cannot be captioned.</source>
        <translation>无法按名称选择麦克风，也无法为电脑播放的声音加字幕。</translation>
    </message>
    <message>
        <source>The window cannot be opened on X11.</source>
        <translation>无法在 X11 上打开窗口。</translation>
    </message>
    <message>
        <source>Dictation can only use the portal or the clipboard.</source>
        <translation>听写只能使用桌面门户或剪贴板。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>没有连接麦克风。</translation>
    </message>
    <message>
        <source>microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>It cannot be loaded ({0}), and nothing is recognised without it.</source>
        <translation>无法加载（{0}），没有它就无法识别任何内容。</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>the desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not usable ({0})</source>
        <translation>不可用（{0}）</translation>
    </message>
    <message>
        <source>Microphones</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出设备</translation>
    </message>
    <message>
        <source>Nothing is missing.</source>
        <translation>什么都不缺。</translation>
    </message>
    <message>
        <source>show what the program finds and what is missing</source>
        <translation>显示程序找到了什么、缺少什么</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>输出一个 JSON 对象</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export “{0}”</source>
        <translation>导出“{0}”</translation>
    </message>
    <message>
        <source>Plain text (.txt)</source>
        <translation>纯文本（.txt）</translation>
    </message>
    <message>
        <source>SubRip subtitles (.srt)</source>
        <translation>SubRip 字幕（.srt）</translation>
    </message>
    <message>
        <source>WebVTT subtitles (.vtt)</source>
        <translation>WebVTT 字幕（.vtt）</translation>
    </message>
    <message>
        <source>JSON with all details (.json)</source>
        <translation>包含全部细节的 JSON（.json）</translation>
    </message>
    <message>
        <source>Final transcript (most accurate)</source>
        <translation>最终文稿（最准确）</translation>
    </message>
    <message>
        <source>Exactly as it stood on screen</source>
        <translation>与屏幕上显示的完全一致</translation>
    </message>
    <message>
        <source>Put the time before each line</source>
        <translation>每行前面加上时间</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Times of words are approximate: they come from when words were committed while you were listening, not from an exact alignment with the sound.</source>
        <translation>词的时间是近似的：它们取自你收听时文字确定的时刻，而不是与声音的精确对齐。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>格式(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Words:</source>
        <translation>文字(&amp;W)：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>F&amp;older:</source>
        <translation>文件夹(&amp;O)：</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Browse for a folder</source>
        <translation>浏览文件夹</translation>
    </message>
    <message>
        <source>Folder for the export</source>
        <translation>导出文件夹</translation>
    </message>
    <message>
        <source>The history could not be read.</source>
        <translation>无法读取历史记录。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>“{0}” is there already. Replace it?</source>
        <translation>“{0}”已经存在。要替换它吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Welcome to R2T2 Captions</source>
        <translation>欢迎使用 R2T2 字幕</translation>
    </message>
    <message>
        <source>Captions for whatever is said</source>
        <translation>把说的话变成字幕</translation>
    </message>
    <message>
        <source>Words appear in a small window above all others while they are spoken, and never change afterwards. Everything happens on this computer: no sound and no text leaves it.</source>
        <translation>说话的同时，文字出现在一个位于所有窗口之上的小窗口里，并且之后不再改变。一切都在这台电脑上进行：声音和文字都不会离开它。</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>Store what is said from now on, as text, on this computer</source>
        <translation>从现在起，将所说的内容以文字形式保存在这台电脑上</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Model: {name}. A larger one makes fewer mistakes and needs a faster computer.</source>
        <translation>模型：{name}。更大的模型错误更少，但需要更快的电脑。</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>正在加载模型。</translation>
    </message>
    <message>
        <source>Say something: the level above should move.</source>
        <translation>说句话：上面的音量应该会动。</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Your desktop has no system tray. Closing the window quits.</source>
        <translation>你的桌面没有系统托盘。关闭窗口即退出程序。</translation>
    </message>
    <message>
        <source>Start when I log in</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Start at login could not be changed: {reason}</source>
        <translation>无法更改登录时启动：{reason}</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>under a minute</source>
        <translation>不到一分钟</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小时 {1} 分钟</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>{0} lines</source>
        <translation>{0} 行</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>Computer audio</source>
        <translation>电脑声音</translation>
    </message>
    <message>
        <source>Microphone and computer audio</source>
        <translation>麦克风和电脑声音</translation>
    </message>
    <message>
        <source>Audio file</source>
        <translation>音频文件</translation>
    </message>
    <message>
        <source>Recording now</source>
        <translation>正在记录</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Sound is never stored, and nothing leaves this computer.</source>
        <translation>声音从不保存，任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Open the history…</source>
        <translation>打开历史记录…</translation>
    </message>
</context>
<context>
    <name>HistoryParts</name>
    <message>
        <source>Search all sessions</source>
        <translation>搜索所有会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Choose a session to read it.</source>
        <translation>选择一个会话来阅读。</translation>
    </message>
    <message>
        <source>Nothing here yet. What is said while captions run is kept here, on this computer only.</source>
        <translation>这里还没有内容。字幕运行时所说的话会保存在这里，只在这台电脑上。</translation>
    </message>
    <message>
        <source>The history is switched off. Nothing that is said is kept.</source>
        <translation>历史记录已关闭。所说的话不会保留。</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 个会话</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} 个会话</translation>
    </message>
    <message>
        <source>The history is switched off.</source>
        <translation>历史记录已关闭。</translation>
    </message>
    <message>
        <source>The newest {0} matches</source>
        <translation>最近的 {0} 个匹配</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>{0} matches</source>
        <translation>{0} 个匹配</translation>
    </message>
    <message>
        <source>Nothing found for “{0}”.</source>
        <translation>没有找到“{0}”。</translation>
    </message>
    <message>
        <source>Match {0} of {1}</source>
        <translation>第 {0} 个匹配，共 {1} 个</translation>
    </message>
    <message>
        <source>1 matching line</source>
        <translation>1 行匹配</translation>
    </message>
    <message>
        <source>{0} matching lines</source>
        <translation>{0} 行匹配</translation>
    </message>
</context>
<context>
    <name>HistoryStore</name>
    <message>
        <source>A damaged history file could not be deleted: {0}</source>
        <translation>无法删除损坏的历史文件：{0}</translation>
    </message>
    <message>
        <source>The history could not be read: {0}</source>
        <translation>无法读取历史记录：{0}</translation>
    </message>
    <message>
        <source>The history cannot be written ({0}). Captions go on; what is said is kept in memory until it works again.</source>
        <translation>无法写入历史记录（{0}）。字幕会继续；所说的话暂存在内存中，直到恢复正常。</translation>
    </message>
    <message>
        <source>The history file was damaged. It is kept as {0}, and a new history was started.</source>
        <translation>历史文件已损坏。它被保留为 {0}，并已开始新的历史记录。</translation>
    </message>
    <message>
        <source>The history was written by a newer version of this program. Nothing new is stored.</source>
        <translation>历史记录由本程序的较新版本写成。新内容不会保存。</translation>
    </message>
    <message>
        <source>The history could not be written for a long time. What is said now is not stored.</source>
        <translation>历史记录长时间无法写入。现在说的话不会保存。</translation>
    </message>
    <message>
        <source>The history is stored again. What was said last before is missing in it.</source>
        <translation>历史记录恢复保存。恢复之前最后说的话没有保存下来。</translation>
    </message>
    <message>
        <source>The history is stored again. Nothing was lost.</source>
        <translation>历史记录恢复保存。没有丢失任何内容。</translation>
    </message>
</context>
<context>
    <name>HistoryWindow</name>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>全部删除…</translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation>重命名会话</translation>
    </message>
    <message>
        <source>Title:</source>
        <translation>标题：</translation>
    </message>
    <message>
        <source>The history could not be read: {0}</source>
        <translation>无法读取历史记录：{0}</translation>
    </message>
    <message>
        <source>The text was copied.</source>
        <translation>文字已复制。</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>已保存为 {0}</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>“{0}”已删除。</translation>
    </message>
    <message>
        <source>{0} sessions were deleted.</source>
        <translation>已删除 {0} 个会话。</translation>
    </message>
    <message>
        <source>Delete all history</source>
        <translation>删除全部历史记录</translation>
    </message>
    <message numerus="yes">
        <source>Delete all %n session(s)?</source>
        <translation>
            <numerusform>删除全部 %n 个会话？</numerusform>
        </translation>
    </message>
    <message>
        <source>Their text is wiped from this computer. This cannot be undone.</source>
        <translation>它们的文字将从这台电脑上彻底清除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>全部删除</translation>
    </message>
</context>
<context>
    <name>HotkeyField</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Press the keys… (Esc: leave)</source>
        <translation>请按键…（Esc：放弃）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Click, then press the key combination</source>
        <translation>点击，然后按下组合键</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Use no key for this</source>
        <translation>此项不使用按键</translation>
    </message>
    <message>
        <source>%1 is needed for typing. Add Ctrl, Alt or Super, or use a key such as F9.</source>
        <translation>%1 用于打字。请加上 Ctrl、Alt 或 Super，或使用 F9 之类的键。</translation>
    </message>
    <message>
        <source>%1 is already in use by another program. The key stays as it was.</source>
        <translation>%1 已被其他程序使用。按键保持不变。</translation>
    </message>
    <message>
        <source>Both ways are on %1: hold it to talk, tap it to switch dictation on and off.</source>
        <translation>两种方式都用 %1：按住说话，轻按开启或关闭听写。</translation>
    </message>
    <message>
        <source>Careful: %1 is used for %2 in many programs.</source>
        <translation>注意：许多程序用 %1 来%2。</translation>
    </message>
</context>
<context>
    <name>HotkeyService</name>
    <message>
        <source>{keys} is already in use. Choose another shortcut in the settings.</source>
        <translation>{keys} 已被占用。请在设置中选择另一个快捷键。</translation>
    </message>
</context>
<context>
    <name>HotwordPanel</name>
    <message>
        <source>Hotword list</source>
        <translation>热词列表</translation>
    </message>
    <message>
        <source>Switch to a saved list</source>
        <translation>切换到已保存的列表</translation>
    </message>
    <message>
        <source>Save these words as a list…</source>
        <translation>把这些词保存为列表…</translation>
    </message>
    <message>
        <source>Delete this list</source>
        <translation>删除此列表</translation>
    </message>
    <message>
        <source>Hotwords</source>
        <translation>热词</translation>
    </message>
    <message>
        <source>Names and terms to spell right, one per line or separated by commas</source>
        <translation>需要正确拼写的名字和术语，每行一个或用逗号分隔</translation>
    </message>
    <message>
        <source>No list</source>
        <translation>不使用列表</translation>
    </message>
    <message numerus="yes">
        <source>{used} of {limit} characters: only the first %n word(s) are used.</source>
        <translation>
            <numerusform>{used} / {limit} 个字符：只使用前 %n 个词。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), {used} of {limit} characters</source>
        <translation>
            <numerusform>%n 个词，{used} / {limit} 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>Save hotwords</source>
        <translation>保存热词</translation>
    </message>
    <message>
        <source>Name of the list:</source>
        <translation>列表名称：</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Win</source>
        <translation>Win</translation>
    </message>
    <message>
        <source>Super</source>
        <translation>Super</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Shift</translation>
    </message>
    <message>
        <source>Left Ctrl</source>
        <translation>左 Ctrl</translation>
    </message>
    <message>
        <source>Right Ctrl</source>
        <translation>右 Ctrl</translation>
    </message>
    <message>
        <source>Left Option</source>
        <translation>左 Option</translation>
    </message>
    <message>
        <source>Left Alt</source>
        <translation>左 Alt</translation>
    </message>
    <message>
        <source>Right Option</source>
        <translation>右 Option</translation>
    </message>
    <message>
        <source>Right Alt</source>
        <translation>右 Alt</translation>
    </message>
    <message>
        <source>Left Shift</source>
        <translation>左 Shift</translation>
    </message>
    <message>
        <source>Right Shift</source>
        <translation>右 Shift</translation>
    </message>
    <message>
        <source>Left Command</source>
        <translation>左 Command</translation>
    </message>
    <message>
        <source>Left Super</source>
        <translation>左 Super</translation>
    </message>
    <message>
        <source>Right Command</source>
        <translation>右 Command</translation>
    </message>
    <message>
        <source>Right Super</source>
        <translation>右 Super</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>回车</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>退格</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Insert</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Delete</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>End</source>
        <translation>End</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>Page Up</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Page Down</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Scroll Lock</source>
        <translation>Scroll Lock</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Print</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单键</translation>
    </message>
    <message>
        <source>Caps Lock</source>
        <translation>Caps Lock</translation>
    </message>
    <message>
        <source>Num Lock</source>
        <translation>Num Lock</translation>
    </message>
    <message>
        <source>copying</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>pasting</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>cutting</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>undoing</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>selecting everything</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>switching the input method</source>
        <translation>切换输入法</translation>
    </message>
    <message>
        <source>switching windows</source>
        <translation>切换窗口</translation>
    </message>
    <message>
        <source>closing windows</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>the system&apos;s own screen</source>
        <translation>系统界面</translation>
    </message>
</context>
<context>
    <name>LanguagePicker</name>
    <message>
        <source>Spoken language</source>
        <translation>所说的语言</translation>
    </message>
    <message>
        <source>Type a part of a name to find it</source>
        <translation>输入名称的一部分即可查找</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>LevelMeter</name>
    <message>
        <source>Input level</source>
        <translation>输入音量</translation>
    </message>
    <message>
        <source>No sound arrives. Is the microphone muted?</source>
        <translation>没有声音传来。麦克风是否静音了？</translation>
    </message>
    <message>
        <source>Very quiet. Move closer or raise the input volume.</source>
        <translation>声音很小。请靠近一些，或调高输入音量。</translation>
    </message>
    <message>
        <source>Too loud. Lower the input volume.</source>
        <translation>声音太大。请调低输入音量。</translation>
    </message>
    <message>
        <source>Input level is fine</source>
        <translation>输入音量正常</translation>
    </message>
</context>
<context>
    <name>LicencePage</name>
    <message>
        <source>I have read this agreement and accept it</source>
        <translation>我已阅读并接受此协议</translation>
    </message>
    <message>
        <source>Open it on the web</source>
        <translation>在网页上打开</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Licence of {0}</source>
        <translation>{0} 的许可协议</translation>
    </message>
    <message>
        <source>Text in the repository</source>
        <translation>仓库中的文本</translation>
    </message>
    <message>
        <source>The repository carries a licence text that differs from the one you have accepted.</source>
        <translation>仓库附带的许可文本与你已接受的不同。</translation>
    </message>
    <message>
        <source>{0}. In short (what counts is the agreement below):</source>
        <translation>{0}。简而言之（以下面的协议为准）：</translation>
    </message>
    <message>
        <source>Licence text, {0}</source>
        <translation>许可文本，{0}</translation>
    </message>
</context>
<context>
    <name>ListPage</name>
    <message>
        <source>Speech models</source>
        <translation>语音模型</translation>
    </message>
    <message>
        <source>Captions are made on this computer. A larger model knows more languages and mishears less.</source>
        <translation>字幕在这台电脑上生成。更大的模型会更多语言，听错更少。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>From a folder…</source>
        <translation>从文件夹…</translation>
    </message>
    <message>
        <source>Folder and connection…</source>
        <translation>文件夹与连接…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Languages:</source>
        <translation>语言：</translation>
    </message>
    <message>
        <source>Size:</source>
        <translation>大小：</translation>
    </message>
    <message>
        <source>Memory:</source>
        <translation>内存：</translation>
    </message>
    <message>
        <source>Computer:</source>
        <translation>电脑：</translation>
    </message>
    <message>
        <source>Licence:</source>
        <translation>许可：</translation>
    </message>
    <message>
        <source>Folder:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Reads every byte of the model and compares the checksums</source>
        <translation>读取模型的每个字节并比较校验和</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>{0} to fetch</source>
        <translation>需获取 {0}</translation>
    </message>
    <message>
        <source>Can be fetched</source>
        <translation>可以获取</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>{0} on disk</source>
        <translation>占用磁盘 {0}</translation>
    </message>
    <message>
        <source>{0}; converted {1} to {2}</source>
        <translation>{0}；转换后 {1} 到 {2}</translation>
    </message>
    <message>
        <source>It is fetched from its makers&apos; repository, converted here, and tested.</source>
        <translation>它从作者的仓库获取，在这里转换并测试。</translation>
    </message>
    <message>
        <source>Captions and dictation use this model.</source>
        <translation>字幕和听写使用此模型。</translation>
    </message>
    <message>
        <source>Ready to be used.</source>
        <translation>随时可用。</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用此模型</translation>
    </message>
    <message>
        <source>Get this model…</source>
        <translation>获取此模型…</translation>
    </message>
    <message>
        <source>Forget…</source>
        <translation>移除…</translation>
    </message>
</context>
<context>
    <name>LiveSettings</name>
    <message>
        <source>Your settings could not be saved: {reason}</source>
        <translation>无法保存你的设置：{reason}</translation>
    </message>
</context>
<context>
    <name>LookPage</name>
    <message>
        <source>System default</source>
        <translation>系统默认</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Custom colours</source>
        <translation>自定义颜色</translation>
    </message>
    <message>
        <source>The box is too translucent for these colours, so the letters get an outline.</source>
        <translation>底框对这些颜色来说太透明，因此文字加了描边。</translation>
    </message>
    <message>
        <source>Shown at {percent} % opacity: with less, the text could not be read everywhere.</source>
        <translation>以 {percent} % 的不透明度显示：再低就不是到处都能看清文字。</translation>
    </message>
    <message>
        <source>These colours are too alike; the text is shown in a colour that can be read.</source>
        <translation>这些颜色太接近；文字以能看清的颜色显示。</translation>
    </message>
    <message>
        <source>Contrast at least {ratio:.1f} : 1.</source>
        <translation>对比度至少 {ratio:.1f} : 1。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>R2T2 Captions</source>
        <translation>R2T2 字幕</translation>
    </message>
    <message>
        <source>Copy the transcript</source>
        <translation>复制文稿</translation>
    </message>
    <message>
        <source>Clear this view</source>
        <translation>清空此视图</translation>
    </message>
    <message>
        <source>Clear this view; the history keeps everything</source>
        <translation>清空此视图；历史记录保留全部内容</translation>
    </message>
    <message>
        <source>Jump to the newest line</source>
        <translation>跳到最新一行</translation>
    </message>
    <message>
        <source>The history cannot be written. What was said since then is in memory only, and is lost at the end.</source>
        <translation>无法写入历史记录。此后说的内容只保存在内存中，程序结束后将会丢失。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again, or copy the transcript first.</source>
        <translation>请腾出一些磁盘空间后重试，或先复制文稿。</translation>
    </message>
    <message>
        <source>Quit all the same</source>
        <translation>仍然退出</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>This model does not know {language}.</source>
        <translation>此模型不懂 {language}。</translation>
    </message>
    <message>
        <source>This model knows only {languages}.</source>
        <translation>此模型只懂 {languages}。</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>ModelDialog</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The folder for models cannot be used: {0}</source>
        <translation>模型文件夹无法使用：{0}</translation>
    </message>
    <message>
        <source>Give the folder&apos;s whole path: “{0}” does not say where it lies.</source>
        <translation>请填写文件夹的完整路径：“{0}”没有说明它在哪里。</translation>
    </message>
    <message>
        <source>Every byte of it is as it was when it was made.</source>
        <translation>它的每个字节都和制作时一样。</translation>
    </message>
    <message>
        <source>{0} is intact</source>
        <translation>{0} 完好无损</translation>
    </message>
    <message>
        <source>Read every byte and compare the checksums</source>
        <translation>读取每个字节并比较校验和</translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation>正在检查 {0}</translation>
    </message>
    <message>
        <source>Folder with a model</source>
        <translation>含有模型的文件夹</translation>
    </message>
    <message>
        <source>Looking into {0}…</source>
        <translation>正在查看 {0}…</translation>
    </message>
    <message>
        <source>Convert it for this computer</source>
        <translation>为这台电脑转换</translation>
    </message>
    <message>
        <source>Test it</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Fetch it</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Use it for captions</source>
        <translation>用于字幕</translation>
    </message>
    <message>
        <source>Getting {0}</source>
        <translation>正在获取 {0}</translation>
    </message>
    <message>
        <source>{0} is ready</source>
        <translation>{0} 已就绪</translation>
    </message>
    <message>
        <source>In the test recording it heard: “{0}”</source>
        <translation>在测试录音中它听到：“{0}”</translation>
    </message>
    <message>
        <source>Changing to {0}</source>
        <translation>正在换成 {0}</translation>
    </message>
    <message>
        <source>It is being loaded; captions go on with the other model until it is ready.</source>
        <translation>正在加载；就绪之前字幕继续使用另一个模型。</translation>
    </message>
    <message>
        <source>Captions now use {0}</source>
        <translation>字幕现在使用 {0}</translation>
    </message>
    <message>
        <source>It is chosen, and captions change to it as soon as it is loaded. Messages of the main window say more.</source>
        <translation>已选择它，加载后字幕就会换成它。主窗口的消息会说明更多。</translation>
    </message>
    <message>
        <source>{0} is not loaded yet</source>
        <translation>{0} 尚未加载</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>没有成功</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{0} languages</source>
        <translation>{0} 种语言</translation>
    </message>
    <message>
        <source>{0}, best in {1}</source>
        <translation>{0}，最擅长{1}</translation>
    </message>
    <message>
        <source>{0} while it runs</source>
        <translation>运行时占用 {0}</translation>
    </message>
    <message>
        <source>{0} to {1} while it runs</source>
        <translation>运行时占用 {0} 到 {1}</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>for graphics cards</source>
        <translation>适合显卡</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>for processors</source>
        <translation>适合处理器</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>smallest; mishears a little more</source>
        <translation>最小；听错略多</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 位</translation>
    </message>
    <message>
        <source>exact and slow; for comparisons</source>
        <translation>精确而缓慢；用于比较</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Something unexpected went wrong: {0}</source>
        <translation>发生了意外错误：{0}</translation>
    </message>
    <message>
        <source>There is no model “{0}”; known are: {1}.</source>
        <translation>没有模型“{0}”；已知的有：{1}。</translation>
    </message>
    <message>
        <source>The list of models {0} cannot be read: {1}</source>
        <translation>无法读取模型列表 {0}：{1}</translation>
    </message>
    <message>
        <source>This computer has too little memory for that.</source>
        <translation>这台电脑的内存太少，无法完成。</translation>
    </message>
    <message>
        <source>Reading or writing failed: {0}</source>
        <translation>读取或写入失败：{0}</translation>
    </message>
    <message>
        <source>The work was ended by the system; the computer may have run out of memory.</source>
        <translation>工作被系统终止；电脑可能内存不足。</translation>
    </message>
    <message>
        <source>The work crashed ({0}).</source>
        <translation>工作崩溃（{0}）。</translation>
    </message>
    <message>
        <source>The work was ended from outside ({0}).</source>
        <translation>工作被外部终止（{0}）。</translation>
    </message>
    <message>
        <source>The work ended unexpectedly (code {0}).</source>
        <translation>工作意外结束（代码 {0}）。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The settings could not be saved: {0}</source>
        <translation>无法保存设置：{0}</translation>
    </message>
    <message>
        <source>The speech models of this computer.</source>
        <translation>这台电脑上的语音模型。</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>输出一个 JSON 对象</translation>
    </message>
    <message>
        <source>folder of the models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>another list of models</source>
        <translation>另一份模型列表</translation>
    </message>
    <message>
        <source>models on this computer and models that can be fetched</source>
        <translation>这台电脑上的模型和可以获取的模型</translation>
    </message>
    <message>
        <source>print the licence of a model</source>
        <translation>输出模型的许可协议</translation>
    </message>
    <message>
        <source>fetch, convert and prove a model</source>
        <translation>获取、转换并验证模型</translation>
    </message>
    <message>
        <source>address of another hub</source>
        <translation>另一个模型库的地址</translation>
    </message>
    <message>
        <source>access token; the variable HF_TOKEN works too</source>
        <translation>访问令牌；也可使用变量 HF_TOKEN</translation>
    </message>
    <message>
        <source>keep the download</source>
        <translation>保留下载的文件</translation>
    </message>
    <message>
        <source>bring a model from a folder: a checkpoint or a ready bundle</source>
        <translation>从文件夹导入模型：检查点或现成的模型包</translation>
    </message>
    <message>
        <source>what it is called</source>
        <translation>它的名称</translation>
    </message>
    <message>
        <source>copy a ready bundle</source>
        <translation>复制现成的模型包</translation>
    </message>
    <message>
        <source>use it from now on</source>
        <translation>从现在起使用它</translation>
    </message>
    <message>
        <source>I have read and accept its licence</source>
        <translation>我已阅读并接受它的许可协议</translation>
    </message>
    <message>
        <source>convert a checkpoint into a bundle in any folder</source>
        <translation>把检查点转换为任意文件夹中的模型包</translation>
    </message>
    <message>
        <source>read every byte of a model and compare the checksums</source>
        <translation>读取模型的每个字节并比较校验和</translation>
    </message>
    <message>
        <source>id or folder; the active one by default</source>
        <translation>标识或文件夹；默认为当前模型</translation>
    </message>
    <message>
        <source>choose the model that captions use</source>
        <translation>选择字幕使用的模型</translation>
    </message>
    <message>
        <source>remove a model, or the kept downloads</source>
        <translation>删除模型，或保留的下载</translation>
    </message>
    <message>
        <source>remove kept and unfinished downloads</source>
        <translation>删除保留的和未完成的下载</translation>
    </message>
    <message>
        <source>Read it with “r2t2-captions models licence {0}”, then add --accept-licence.</source>
        <translation>请用“r2t2-captions models licence {0}”阅读，然后加上 --accept-licence。</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>{0}/s</source>
        <translation>{0}/秒</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>剩余不到一分钟</translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation>剩余 {0} 分钟</translation>
    </message>
    <message>
        <source>{0} h left</source>
        <translation>剩余 {0} 小时</translation>
    </message>
    <message>
        <source>languages</source>
        <translation>种语言</translation>
    </message>
    <message>
        <source>On this computer (* is in use):</source>
        <translation>在这台电脑上（* 为使用中）：</translation>
    </message>
    <message>
        <source>Can be fetched:</source>
        <translation>可以获取：</translation>
    </message>
    <message>
        <source>Downloads that are kept or not complete:</source>
        <translation>保留的或未完成的下载：</translation>
    </message>
    <message>
        <source>{0} comes under the licence of this program.</source>
        <translation>{0} 适用本程序的许可协议。</translation>
    </message>
    <message>
        <source>{0} is already here.</source>
        <translation>{0} 已经在这里。</translation>
    </message>
    <message>
        <source>{0} is converted already.</source>
        <translation>{0} 已经转换过。</translation>
    </message>
    <message>
        <source>{0} is intact.</source>
        <translation>{0} 完好无损。</translation>
    </message>
    <message>
        <source>{0} is being fetched or converted at the moment, so it stays.</source>
        <translation>{0} 正在下载或转换，因此保留。</translation>
    </message>
    <message>
        <source>{0} freed.</source>
        <translation>已释放 {0}。</translation>
    </message>
    <message>
        <source>Say which model to remove, or --downloads.</source>
        <translation>请说明要删除哪个模型，或使用 --downloads。</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} 已删除。</translation>
    </message>
    <message>
        <source>{0} is in use; it will be removed when the program starts next.</source>
        <translation>{0} 正在使用；将在程序下次启动时删除。</translation>
    </message>
    <message>
        <source>{0} has no file {1}; nothing was fetched.</source>
        <translation>{0} 没有文件 {1}；什么都没有获取。</translation>
    </message>
    <message>
        <source>{0} in {1} is not the file that this program knows; nothing was fetched.</source>
        <translation>{1} 中的 {0} 不是本程序所知的文件；什么都没有获取。</translation>
    </message>
    <message>
        <source>{0} gives no checksum for {1}, so it cannot be trusted.</source>
        <translation>{0} 没有给出 {1} 的校验和，因此不可信任。</translation>
    </message>
    <message>
        <source>The repository holds a file with a forbidden name: {0}</source>
        <translation>仓库中有名称被禁止的文件：{0}</translation>
    </message>
    <message>
        <source>Stopped. What was fetched is kept.</source>
        <translation>已停止。已获取的内容会保留。</translation>
    </message>
    <message>
        <source>{0} more are needed in {1}, but only {2} are free. Make room, or choose another folder.</source>
        <translation>{1} 中还需要 {0}，但只有 {2} 可用。请腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{0} answered for another version than the one asked for.</source>
        <translation>{0} 返回的版本与请求的不同。</translation>
    </message>
    <message>
        <source>Another copy of this program is fetching {0}.</source>
        <translation>本程序的另一个副本正在获取 {0}。</translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation>正在检查 {0}</translation>
    </message>
    <message>
        <source>{0} arrived damaged twice: its checksum is wrong. Try again later, or choose another mirror.</source>
        <translation>{0} 两次收到时都已损坏：校验和错误。请稍后再试，或选择其他镜像。</translation>
    </message>
    <message>
        <source>{0} sends less of {1} than it announced. Try again, or choose another mirror.</source>
        <translation>{0} 发送的 {1} 比宣布的少。请再试一次，或选择其他镜像。</translation>
    </message>
    <message>
        <source>{0} sends more of {1} than it announced, so it is not the same file.</source>
        <translation>{0} 发送的 {1} 比宣布的多，因此不是同一个文件。</translation>
    </message>
    <message>
        <source>The disk of {0} is full ({1} free). What was fetched is kept: make room and go on.</source>
        <translation>{0} 所在的磁盘已满（可用 {1}）。已获取的内容会保留：请腾出空间后继续。</translation>
    </message>
    <message>
        <source>{0} cannot be written to. Choose another folder for models in the settings.</source>
        <translation>无法写入 {0}。请在设置中为模型选择其他文件夹。</translation>
    </message>
    <message>
        <source>The path {0} is too long for this system. Choose a shorter folder for models.</source>
        <translation>路径 {0} 对此系统来说太长。请为模型选择更短的文件夹。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>无法写入 {0}：{1}</translation>
    </message>
    <message>
        <source>Offline mode is on, so nothing can be fetched. Turn it off, or import a model folder.</source>
        <translation>离线模式已开启，因此无法获取。请关闭它，或导入模型文件夹。</translation>
    </message>
    <message>
        <source>{0} asks for an accepted licence on its web page and an access token: enter a token of that account.</source>
        <translation>{0} 要求在其网页上接受许可协议并使用访问令牌：请输入该帐户的令牌。</translation>
    </message>
    <message>
        <source>{0} no longer has the version that this program knows. Update the program, or import a model folder.</source>
        <translation>{0} 不再提供本程序所知的版本。请更新程序，或导入模型文件夹。</translation>
    </message>
    <message>
        <source>{0} has no repository {1}. Check the mirror&apos;s address.</source>
        <translation>{0} 没有仓库 {1}。请检查镜像地址。</translation>
    </message>
    <message>
        <source>“{0}” is not the name of a repository.</source>
        <translation>“{0}”不是仓库的名称。</translation>
    </message>
    <message>
        <source>The proxy refused the connection to {0}: {1}</source>
        <translation>代理拒绝了到 {0} 的连接：{1}</translation>
    </message>
    <message>
        <source>The secure connection to {0} could not be verified ({1}). A company proxy may need its certificate installed on this computer; a model folder can be imported instead.</source>
        <translation>无法验证到 {0} 的安全连接（{1}）。公司代理可能需要在这台电脑上安装它的证书；也可以改为导入模型文件夹。</translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1}). Check the connection, the proxy or the mirror.</source>
        <translation>无法连接到 {0}（{1}）。请检查网络连接、代理或镜像。</translation>
    </message>
    <message>
        <source>The connection to {0} broke ({1}). Try again: what was fetched is kept.</source>
        <translation>到 {0} 的连接中断（{1}）。请再试一次：已获取的内容会保留。</translation>
    </message>
    <message>
        <source>“{0}” is not an address of a model hub; it should begin with https://.</source>
        <translation>“{0}”不是模型库的地址；地址应以 https:// 开头。</translation>
    </message>
    <message>
        <source>{0} gave an answer that cannot be used: {1}</source>
        <translation>{0} 给出了无法使用的回答：{1}</translation>
    </message>
    <message>
        <source>{0} did not accept the access token for {1}: enter a valid one.</source>
        <translation>{0} 不接受用于 {1} 的访问令牌：请输入有效的令牌。</translation>
    </message>
    <message>
        <source>{0} does not let this account or network fetch {1}.</source>
        <translation>{0} 不允许此帐户或网络获取 {1}。</translation>
    </message>
    <message>
        <source>{0} has no {1}. Check the mirror&apos;s address.</source>
        <translation>{0} 没有 {1}。请检查镜像地址。</translation>
    </message>
    <message>
        <source>{0} limits how much may be fetched at a time. Wait a few minutes and go on.</source>
        <translation>{0} 限制了一段时间内的获取量。请等几分钟再继续。</translation>
    </message>
    <message>
        <source>{0} has a fault of its own at the moment (error {1}). Try again later.</source>
        <translation>{0} 目前自身有故障（错误 {1}）。请稍后再试。</translation>
    </message>
    <message>
        <source>{0} refused to send {1} (error {2}).</source>
        <translation>{0} 拒绝发送 {1}（错误 {2}）。</translation>
    </message>
    <message>
        <source>“{0}” is not an address of a proxy; it looks like http://host:8080.</source>
        <translation>“{0}”不是代理地址；代理地址形如 http://host:8080。</translation>
    </message>
    <message>
        <source>The certificates of this computer cannot be read ({0}).</source>
        <translation>无法读取此计算机的证书（{0}）。</translation>
    </message>
    <message>
        <source>the list of files is missing</source>
        <translation>缺少文件列表</translation>
    </message>
    <message>
        <source>The hub has a shorter {0} than was fetched so far.</source>
        <translation>模型库中的 {0} 比已获取的部分还短。</translation>
    </message>
    <message>
        <source>the bytes from {0} on came instead of those from {1} on</source>
        <translation>收到的是从 {0} 开始的字节，而不是从 {1} 开始的</translation>
    </message>
    <message>
        <source>{0} was changed while {1} was being fetched, so its parts would not fit. Start again.</source>
        <translation>获取 {1} 期间 {0} 发生了变化，各部分无法拼合。请重新开始。</translation>
    </message>
    <message>
        <source>no data for {0} seconds</source>
        <translation>{0} 秒没有数据</translation>
    </message>
    <message>
        <source>There is already a model “{0}”: remove it first, or give another name.</source>
        <translation>已经有模型“{0}”：请先删除它，或换一个名称。</translation>
    </message>
    <message>
        <source>There is already a model “{0}”: remove it first.</source>
        <translation>已经有模型“{0}”：请先删除它。</translation>
    </message>
    <message>
        <source>The licence of {0} ({1}) has to be read and accepted first.</source>
        <translation>必须先阅读并接受 {0} 的许可协议（{1}）。</translation>
    </message>
    <message>
        <source>Another copy of this program is working on {0}.</source>
        <translation>本程序的另一个实例正在处理 {0}。</translation>
    </message>
    <message>
        <source>There is already a folder {0} that is no model of this program: move it away, or give another name.</source>
        <translation>已有文件夹 {0}，但它不是本程序的模型：请移走它，或另取名称。</translation>
    </message>
    <message>
        <source>{0} is still in use. Close the program, start it again and go on.</source>
        <translation>{0} 仍在使用。请关闭程序，重新启动后继续。</translation>
    </message>
    <message>
        <source>{0} carries a licence text that was not shown yet.</source>
        <translation>{0} 附带的许可文本尚未显示过。</translation>
    </message>
    <message>
        <source>{0} in {1} is damaged: its checksum is wrong.</source>
        <translation>{1} 中的 {0} 已损坏：校验和错误。</translation>
    </message>
    <message>
        <source>“{0}” is not the name of a model.</source>
        <translation>“{0}”不是模型的名称。</translation>
    </message>
    <message>
        <source>The model “{0}” is no longer there; the starter model is used instead.</source>
        <translation>模型“{0}”已不存在；改用入门模型。</translation>
    </message>
    <message>
        <source>The folder for models cannot be used ({0}); the starter model is used instead.</source>
        <translation>无法使用模型文件夹（{0}），改用入门模型。</translation>
    </message>
    <message>
        <source>There is no model “{0}” on this computer; there are: {1}.</source>
        <translation>这台电脑上没有模型“{0}”；现有：{1}。</translation>
    </message>
    <message>
        <source>The starter model belongs to the program and stays.</source>
        <translation>入门模型属于本程序，会保留。</translation>
    </message>
    <message>
        <source>{0} cannot be removed: {1}</source>
        <translation>无法删除 {0}：{1}</translation>
    </message>
    <message>
        <source>The licence text {0} is missing; install the program again.</source>
        <translation>缺少许可文本 {0}；请重新安装程序。</translation>
    </message>
    <message>
        <source>The model may be used free of charge, at home and at work.</source>
        <translation>该模型可以免费使用，家用和工作均可。</translation>
    </message>
    <message>
        <source>Companies with more than 100 million users a month, or with a yearly revenue above the limit in clause 2.2 (RMB 1 billion in the English text, RMB 100 million in the Chinese one), have to ask NetEase Youdao first.</source>
        <translation>月活跃用户超过一亿，或年收入超过第 2.2 条限额（英文文本为人民币 10 亿元，中文文本为人民币 1 亿元）的公司，须先征得网易有道同意。</translation>
    </message>
    <message>
        <source>It must not be used to improve other AI models, except non-commercial ones.</source>
        <translation>不得用于改进其他人工智能模型，非商业模型除外。</translation>
    </message>
    <message>
        <source>It must not be used where lives or rights depend on it: medical diagnosis, driving, military use, critical infrastructure, mass surveillance, automated decisions about people.</source>
        <translation>不得用于关乎生命或权利的场合：医疗诊断、驾驶、军事用途、关键基础设施、大规模监控、对人的自动化决策。</translation>
    </message>
    <message>
        <source>Who passes the converted model on passes on this agreement and its notice as well.</source>
        <translation>把转换后的模型转交他人时，也要一并转交此协议及其声明。</translation>
    </message>
    <message>
        <source>There is no warranty. The law of China applies, and the Chinese text prevails.</source>
        <translation>不提供任何担保。适用中国法律，以中文文本为准。</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA graphics card, and 16-bit weights suit it best.</source>
        <translation>这台电脑有 NVIDIA 显卡，最适合 16 位权重。</translation>
    </message>
    <message>
        <source>This computer&apos;s graphics card is used through DirectML, which takes 16-bit weights.</source>
        <translation>这台电脑的显卡通过 DirectML 使用，采用 16 位权重。</translation>
    </message>
    <message>
        <source>This computer has {0} GB of memory, little for the full model: 8-bit weights need the least. If captions fall behind, the starter model is the better choice.</source>
        <translation>这台电脑有 {0} GB 内存，对完整模型来说偏少：8 位权重需要的最少。如果字幕落后，入门模型是更好的选择。</translation>
    </message>
    <message>
        <source>The graphics card has {0} GB, too little for 16-bit weights, so the processor computes with 8-bit ones.</source>
        <translation>显卡有 {0} GB 显存，不足以使用 16 位权重，因此由处理器用 8 位权重计算。</translation>
    </message>
    <message>
        <source>The processor does the work on this computer, and 8-bit weights suit it best.</source>
        <translation>这台电脑由处理器计算，最适合 8 位权重。</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>没有文件夹 {0}。</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}</source>
        <translation>无法读取文件夹 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} holds a GGUF model, which this program cannot read. It needs the model&apos;s safetensors files.</source>
        <translation>{0} 中是 GGUF 模型，本程序无法读取。它需要模型的 safetensors 文件。</translation>
    </message>
    <message>
        <source>{0} holds a download that is not complete.</source>
        <translation>{0} 中的下载不完整。</translation>
    </message>
    <message>
        <source>{0} holds no model: a model folder has config.json and model.safetensors, or bundle.json.</source>
        <translation>{0} 中没有模型：模型文件夹里有 config.json 和 model.safetensors，或 bundle.json。</translation>
    </message>
    <message>
        <source>{0} holds several versions: choose one of the folders in it.</source>
        <translation>{0} 中有多个版本：请选择其中的一个文件夹。</translation>
    </message>
    <message>
        <source>Starter model (English)</source>
        <translation>入门模型（英语）</translation>
    </message>
</context>
<context>
    <name>Overlay</name>
    <message>
        <source>Captions overlay</source>
        <translation>字幕浮窗</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
</context>
<context>
    <name>PlacePage</name>
    <message>
        <source>Primary screen</source>
        <translation>主屏幕</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The main window, the tray icon and the shortcut below unlock it again.</source>
        <translation>主窗口、托盘图标和下面的快捷键可以解除锁定。</translation>
    </message>
    <message>
        <source>On Wayland the desktop decides where windows stand and which are on top.</source>
        <translation>在 Wayland 上，窗口的位置和层次由桌面决定。</translation>
    </message>
</context>
<context>
    <name>PrecisionPage</name>
    <message>
        <source>Delete the download when it has been converted</source>
        <translation>转换后删除下载的文件</translation>
    </message>
    <message>
        <source>Use the model for captions as soon as it is ready</source>
        <translation>模型就绪后立即用于字幕</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>How should {0} be stored?</source>
        <translation>{0} 以什么形式保存？</translation>
    </message>
    <message>
        <source>{0}, {1} (recommended)</source>
        <translation>{0}，{1}（推荐）</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>about {0} on disk</source>
        <translation>约占磁盘 {0}</translation>
    </message>
    <message>
        <source>{0} are free in {1}.</source>
        <translation>{1} 中有 {0} 可用空间。</translation>
    </message>
    <message>
        <source>This needs {0} of space for a while; {1} are free in {2}.</source>
        <translation>这暂时需要 {0} 空间；{2} 中有 {1} 可用。</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Preview of the captions</source>
        <translation>字幕预览</translation>
    </message>
    <message>
        <source>Words stay as they are. 文字不会改变。</source>
        <translation>文字不会改变。 Words stay as they are.</translation>
    </message>
    <message>
        <source>Captions 字幕</source>
        <translation>字幕 Captions</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>The program ended unexpectedly last time. What was said until then is in the history.</source>
        <translation>程序上次意外结束。在那之前所说的话都在历史记录中。</translation>
    </message>
    <message>
        <source>Your settings could not be read; the defaults are in force. The old file is kept: {file}</source>
        <translation>无法读取您的设置，现在使用默认设置。旧文件保留在：{file}</translation>
    </message>
    <message>
        <source>The last session was cut off. All that was said is kept.</source>
        <translation>上一次会话中断了。所说的话全部保留。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>R2T2 Captions</source>
        <translation>R2T2 字幕</translation>
    </message>
    <message>
        <source>Something went wrong inside the program ({error}). Captions go on if they can.</source>
        <translation>程序内部出了问题（{error}）。字幕会尽可能继续。</translation>
    </message>
    <message>
        <source>Captions are hidden</source>
        <translation>字幕已隐藏</translation>
    </message>
    <message>
        <source>The tray icon shows them again.</source>
        <translation>托盘图标可以再次显示它。</translation>
    </message>
    <message>
        <source>Captions go on</source>
        <translation>字幕继续运行</translation>
    </message>
    <message>
        <source>The tray icon brings the window back or quits.</source>
        <translation>托盘图标可以带回窗口或退出程序。</translation>
    </message>
</context>
<context>
    <name>ProgressPage</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Captions go on meanwhile. You can hide this window; the work continues.</source>
        <translation>期间字幕继续运行。你可以隐藏此窗口；工作会继续。</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Asking {0}</source>
        <translation>正在询问 {0}</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0}: now</source>
        <translation>{0}：进行中</translation>
    </message>
    <message>
        <source>{0}: later</source>
        <translation>{0}：稍后</translation>
    </message>
    <message>
        <source>{0}: done</source>
        <translation>{0}：完成</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
</context>
<context>
    <name>RecognitionPage</name>
    <message>
        <source>Recognition</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>Whatever you choose, a word that is shown is never taken back.</source>
        <translation>无论怎么选择，显示出来的文字都不会被收回。</translation>
    </message>
    <message>
        <source>If this processor cannot be used, the next best one is, and a message tells you.</source>
        <translation>如果无法使用此处理器，会改用次优的处理器并通知你。</translation>
    </message>
    <message>
        <source>Choose or download a model…</source>
        <translation>选择或下载模型…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>Recognizer</name>
    <message>
        <source>The model in {0} has the format version {1!r}; this program reads version {2}. Convert it again.</source>
        <translation>{0} 中的模型格式版本为 {1!r}；本程序读取版本 {2}。请重新转换。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: its {1} is incomplete ({2}).</source>
        <translation>{0} 中的模型已损坏：其 {1} 不完整（{2}）。</translation>
    </message>
    <message>
        <source>The model in {0} has the unknown precision {1!r}.</source>
        <translation>{0} 中的模型精度未知：{1!r}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1!r} is no file name.</source>
        <translation>{0} 中的模型已损坏：{1!r} 不是文件名。</translation>
    </message>
    <message>
        <source>The model in {0} is incomplete: {1} is not listed.</source>
        <translation>{0} 中的模型不完整：未列出 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is not listed in its {2}.</source>
        <translation>{0} 中的模型已损坏：其 {2} 中未列出 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} could not be read: {1}.</source>
        <translation>无法读取 {0} 中的模型：{1}。</translation>
    </message>
    <message>
        <source>There is no model folder {0}.</source>
        <translation>没有模型文件夹 {0}。</translation>
    </message>
    <message>
        <source>The folder {0} holds no model: {1} is missing.</source>
        <translation>文件夹 {0} 中没有模型：缺少 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is not valid JSON.</source>
        <translation>{0} 中的模型已损坏：{1} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is not a JSON object.</source>
        <translation>{0} 中的模型已损坏：{1} 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The model in {0} is incomplete: {1} is missing.</source>
        <translation>{0} 中的模型不完整：缺少 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: the content of {1} or {2} has changed.</source>
        <translation>{0} 中的模型已损坏：{1} 或 {2} 的内容已改变。</translation>
    </message>
    <message>
        <source>The model in {0} could not be read: {1}: {2}.</source>
        <translation>无法读取 {0} 中的模型：{1}：{2}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} has {2} bytes where {3} belong.</source>
        <translation>{0} 中的模型已损坏：{1} 有 {2} 个字节，应为 {3} 个。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: the content of {1} has changed.</source>
        <translation>{0} 中的模型已损坏：{1} 的内容已改变。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s config.json is not that of a Qwen3-ASR model: {0!r} is missing or wrong.</source>
        <translation>检查点的 config.json 不是 Qwen3-ASR 模型的：{0!r} 缺失或有误。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s config.json asks for something this program cannot run: {0}.</source>
        <translation>检查点的 config.json 要求本程序无法运行的内容：{0}。</translation>
    </message>
    <message>
        <source>an unknown activation function</source>
        <translation>未知的激活函数</translation>
    </message>
    <message>
        <source>biases in the decoder&apos;s attention</source>
        <translation>解码器注意力中的偏置</translation>
    </message>
    <message>
        <source>scaled audio embeddings</source>
        <translation>经过缩放的音频嵌入</translation>
    </message>
    <message>
        <source>an attention window of {0} frames, which is no multiple of {1}</source>
        <translation>{0} 帧的注意力窗口，它不是 {1} 的倍数</translation>
    </message>
    <message>
        <source>attention heads that do not divide evenly</source>
        <translation>无法均分的注意力头</translation>
    </message>
    <message>
        <source>audio embeddings of width {0} for a decoder of width {1}</source>
        <translation>宽度为 {0} 的音频嵌入，而解码器的宽度为 {1}</translation>
    </message>
    <message>
        <source>The model bundle does not describe its {0} completely.</source>
        <translation>模型包对其 {0} 的描述不完整。</translation>
    </message>
    <message>
        <source>The model bundle gives {0!r} as {1}.{2}.</source>
        <translation>模型包中 {1}.{2} 的值为 {0!r}。</translation>
    </message>
    <message>
        <source>The prompt needs {0} positions where the model has {1}: shorten the hotwords or the audio.</source>
        <translation>提示需要 {0} 个位置，而模型只有 {1} 个：请缩短热词或音频。</translation>
    </message>
    <message>
        <source>The decoder&apos;s cache is full.</source>
        <translation>解码器的缓存已满。</translation>
    </message>
    <message>
        <source>This recording is too long to be recognised in one pass: cut it into shorter ones.</source>
        <translation>这段录音太长，无法一次识别：请分成较短的几段。</translation>
    </message>
    <message>
        <source>An attention window holds {0} embeddings, not {1}.</source>
        <translation>一个注意力窗口有 {0} 个嵌入，而不是 {1} 个。</translation>
    </message>
    <message>
        <source>The hotwords and context have {0:,} characters, and the model is given at most {1:,}: please shorten them.</source>
        <translation>热词和上下文共有 {0:,} 个字符，而模型最多接受 {1:,} 个：请缩短。</translation>
    </message>
    <message>
        <source>The language {0!r} is not one the model knows. Choose auto or one of: {1}.</source>
        <translation>模型不认识语言 {0!r}。请选择 auto 或以下之一：{1}。</translation>
    </message>
    <message>
        <source>There is no execution provider {0!r}; choose auto, {1}.</source>
        <translation>没有计算后端 {0!r}；请选择 auto、{1}。</translation>
    </message>
    <message>
        <source>this build of ONNX Runtime has no {0}</source>
        <translation>此 ONNX Runtime 版本不含 {0}</translation>
    </message>
    <message>
        <source>no NVIDIA driver was found</source>
        <translation>未找到 NVIDIA 驱动程序</translation>
    </message>
    <message>
        <source>{0} needs the model in {1}, and this one is {2}</source>
        <translation>{0} 需要 {1} 精度的模型，而这个是 {2}</translation>
    </message>
    <message>
        <source>the model was converted by an older version of this program; import it again</source>
        <translation>该模型由本程序的旧版本转换；请重新导入</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} could not be loaded ({2}).</source>
        <translation>{0} 中的模型已损坏：无法加载 {1}（{2}）。</translation>
    </message>
    <message>
        <source>{0} could not load the model ({1}).</source>
        <translation>{0} 无法加载模型（{1}）。</translation>
    </message>
    <message>
        <source>{0} is not available: its libraries could not be loaded.</source>
        <translation>{0} 不可用：无法加载其库文件。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: its graphs have {1} where {2} is expected ({3}).</source>
        <translation>{0} 中的模型已损坏：其计算图中是 {1}，应为 {2}（{3}）。</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}. The {2} is used instead.</source>
        <translation>{0} 无法使用：{1}。改用 {2}。</translation>
    </message>
    <message>
        <source>This model has no room for {0} hotwords: the first {1} of them are used.</source>
        <translation>此模型容不下 {0} 个热词：只使用前 {1} 个。</translation>
    </message>
    <message>
        <source>This model has no room for the whole context: its first {0:,} characters are used.</source>
        <translation>此模型容不下全部上下文：只使用前 {0:,} 个字符。</translation>
    </message>
    <message>
        <source>The {0} failed and no other provider is left: {1}.</source>
        <translation>{0} 出现故障，且没有其他计算后端可用：{1}。</translation>
    </message>
    <message>
        <source>{0} failed ({1}); going on with the {2}.</source>
        <translation>{0} 出现故障（{1}）；改用 {2} 继续。</translation>
    </message>
    <message>
        <source>{0}. Trying the {1}.</source>
        <translation>{0}。正在尝试 {1}。</translation>
    </message>
    <message>
        <source>{0} failed its self-test ({1})</source>
        <translation>{0} 未通过自检（{1}）</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: it fails its self-test ({1:.0%} right)</source>
        <translation>{0} 中的模型已损坏：未通过自检（正确率 {1:.0%}）</translation>
    </message>
    <message>
        <source>{0} gives wrong answers on this machine ({1:.0%} right)</source>
        <translation>{0} 在这台电脑上给出错误的结果（正确率 {1:.0%}）</translation>
    </message>
    <message>
        <source>its memory is full</source>
        <translation>其内存已满</translation>
    </message>
    <message>
        <source>the device was lost</source>
        <translation>设备已丢失</translation>
    </message>
    <message>
        <source>The tokenizer {0} cannot be read: {1}.</source>
        <translation>无法读取分词器 {0}：{1}。</translation>
    </message>
    <message>
        <source>The tokenizer {0} is damaged: it is not a tokenizer. Install the model again.</source>
        <translation>分词器 {0} 已损坏：它不是分词器。请重新安装模型。</translation>
    </message>
    <message>
        <source>The tokenizer {0} is damaged or of an unknown kind: {1}.</source>
        <translation>分词器 {0} 已损坏或类型未知：{1}。</translation>
    </message>
    <message>
        <source>The tokenizer {0} is damaged: it is not JSON. Install the model again.</source>
        <translation>分词器 {0} 已损坏：它不是 JSON。请重新安装模型。</translation>
    </message>
    <message>
        <source>This stream has ended: begin a new one for more audio.</source>
        <translation>此数据流已结束：请为更多音频开始新的数据流。</translation>
    </message>
</context>
<context>
    <name>Removals</name>
    <message>
        <source>Forget the model {0}? Its folder stays: {1}</source>
        <translation>移除模型 {0}？它的文件夹会留下：{1}</translation>
    </message>
    <message>
        <source>Remove the model {0}? This frees {1}.</source>
        <translation>删除模型 {0}？这会释放 {1}。</translation>
    </message>
    <message>
        <source>It is in use; captions will go on with the starter model.</source>
        <translation>它正在使用；字幕将改用入门模型。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>It is still in use and will be removed when the program starts next.</source>
        <translation>它仍在使用，将在程序下次启动时删除。</translation>
    </message>
    <message>
        <source>A model is being removed. You can go on, or close this window, meanwhile.</source>
        <translation>正在移除一个模型。期间可以继续操作，也可以关闭此窗口。</translation>
    </message>
</context>
<context>
    <name>ResultPage</name>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>RowsTable</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>Scratchpad</name>
    <message>
        <source>Scratchpad</source>
        <translation>草稿板</translation>
    </message>
    <message>
        <source>Put the cursor here and hold %1 while you speak.</source>
        <translation>把光标放在这里，按住 %1 说话。</translation>
    </message>
    <message>
        <source>Press the button and speak; press it again to stop.</source>
        <translation>按下按钮说话；再按一次停止。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Dictate</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Dictated text</source>
        <translation>听写的文字</translation>
    </message>
    <message>
        <source>What you dictate appears here.</source>
        <translation>你听写的内容出现在这里。</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>Text of the session</source>
        <translation>会话文字</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>平衡</translation>
    </message>
    <message>
        <source>Most accurate</source>
        <translation>最准确</translation>
    </message>
    <message>
        <source>Listen to</source>
        <translation>收听</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>What the computer plays</source>
        <translation>电脑播放的声音</translation>
    </message>
    <message>
        <source>Both, mixed</source>
        <translation>两者混合</translation>
    </message>
    <message>
        <source>Computer sound from</source>
        <translation>电脑声音来自</translation>
    </message>
    <message>
        <source>Spoken language</source>
        <translation>所说的语言</translation>
    </message>
    <message>
        <source>Hotwords</source>
        <translation>热词</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source>End a line after a pause of</source>
        <translation>停顿多久后结束一行</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Show the captions overlay</source>
        <translation>显示字幕浮窗</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>粗细</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中等</translation>
    </message>
    <message>
        <source>Semibold</source>
        <translation>半粗</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>粗体</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>黑底白字</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>黑底黄字</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>白底黑字</translation>
    </message>
    <message>
        <source>Cyan on black</source>
        <translation>黑底青字</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Text colour</source>
        <translation>文字颜色</translation>
    </message>
    <message>
        <source>Box colour</source>
        <translation>底框颜色</translation>
    </message>
    <message>
        <source>Opacity of the box</source>
        <translation>底框不透明度</translation>
    </message>
    <message>
        <source>Outline of the letters</source>
        <translation>文字描边</translation>
    </message>
    <message>
        <source>When contrast is low</source>
        <translation>对比度低时</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>New text appears</source>
        <translation>新文字的出现方式</translation>
    </message>
    <message>
        <source>Word by word</source>
        <translation>逐词</translation>
    </message>
    <message>
        <source>Phrase by phrase</source>
        <translation>逐句段</translation>
    </message>
    <message>
        <source>Smooth scrolling</source>
        <translation>平滑滚动</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Clear after silence</source>
        <translation>静音后清空</translation>
    </message>
    <message>
        <source>Hide the box while nobody speaks</source>
        <translation>无人说话时隐藏底框</translation>
    </message>
    <message>
        <source>Lock in place</source>
        <translation>锁定位置</translation>
    </message>
    <message>
        <source>While locked, clicks reach the window underneath</source>
        <translation>锁定时，点击会到达下面的窗口</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Where I drag it</source>
        <translation>我拖到的地方</translation>
    </message>
    <message>
        <source>At the top edge</source>
        <translation>屏幕上边缘</translation>
    </message>
    <message>
        <source>At the bottom edge</source>
        <translation>屏幕下边缘</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>Save what is said on this computer</source>
        <translation>在这台电脑上保存所说的话</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>Forever</source>
        <translation>永久</translation>
    </message>
    <message>
        <source>Keep for</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Dictate into other windows</source>
        <translation>听写到其他窗口</translation>
    </message>
    <message>
        <source>Hold to talk</source>
        <translation>按住说话</translation>
    </message>
    <message>
        <source>Press to start and stop</source>
        <translation>按一下开始，再按停止</translation>
    </message>
    <message>
        <source>Text appears</source>
        <translation>文字出现</translation>
    </message>
    <message>
        <source>While you speak, word by word</source>
        <translation>边说边出，逐词出现</translation>
    </message>
    <message>
        <source>All at once, when you finish</source>
        <translation>说完后一次出现</translation>
    </message>
    <message>
        <source>Insert text by</source>
        <translation>输入文字的方式</translation>
    </message>
    <message>
        <source>Typing; pasting what the keyboard lacks</source>
        <translation>键入；键盘没有的字符则粘贴</translation>
    </message>
    <message>
        <source>Typing everything</source>
        <translation>全部键入</translation>
    </message>
    <message>
        <source>Pasting everything</source>
        <translation>全部粘贴</translation>
    </message>
    <message>
        <source>Exceptions for single programs</source>
        <translation>个别程序的例外</translation>
    </message>
    <message>
        <source>If another window comes to the front</source>
        <translation>如果另一个窗口来到前面</translation>
    </message>
    <message>
        <source>Wait for the first window</source>
        <translation>等待原来的窗口</translation>
    </message>
    <message>
        <source>Bring the first window back</source>
        <translation>把原来的窗口带回来</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Do nothing</source>
        <translation>什么都不做</translation>
    </message>
    <message>
        <source>Add a space</source>
        <translation>加一个空格</translation>
    </message>
    <message>
        <source>Press Enter</source>
        <translation>按 Enter</translation>
    </message>
    <message>
        <source>Same language as the captions</source>
        <translation>与字幕语言相同</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Same hotwords as the captions</source>
        <translation>与字幕热词相同</translation>
    </message>
    <message>
        <source>Replacements</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Pause captions while dictating</source>
        <translation>听写时暂停字幕</translation>
    </message>
    <message>
        <source>Sounds at start and end</source>
        <translation>开始和结束时发出声音</translation>
    </message>
    <message>
        <source>Show the status</source>
        <translation>显示状态</translation>
    </message>
    <message>
        <source>At the window or cursor</source>
        <translation>在窗口或光标处</translation>
    </message>
    <message>
        <source>At the bottom edge of the screen</source>
        <translation>在屏幕下边缘</translation>
    </message>
    <message>
        <source>At the top edge of the screen</source>
        <translation>在屏幕上边缘</translation>
    </message>
    <message>
        <source>Folder for models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation>模型库镜像</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Never use the network for models</source>
        <translation>获取模型时绝不使用网络</translation>
    </message>
    <message>
        <source>Offer the captions as a browser source (OBS)</source>
        <translation>把字幕作为浏览器源提供（OBS）</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Interface language</source>
        <translation>界面语言</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>系统语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Start with the captions only, without this window</source>
        <translation>启动时只显示字幕，不显示此窗口</translation>
    </message>
    <message>
        <source>Closing the window keeps the captions running</source>
        <translation>关闭窗口后字幕继续运行</translation>
    </message>
    <message>
        <source>Global shortcut: pause and resume</source>
        <translation>全局快捷键：暂停和继续</translation>
    </message>
    <message>
        <source>Global shortcut: unlock and bring back</source>
        <translation>全局快捷键：解锁并带回</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>SourcePanel</name>
    <message>
        <source>Input level</source>
        <translation>输入音量</translation>
    </message>
    <message>
        <source>System default ({name})</source>
        <translation>系统默认（{name}）</translation>
    </message>
    <message>
        <source>{name} (not connected)</source>
        <translation>{name}（未连接）</translation>
    </message>
</context>
<context>
    <name>StateHeader</name>
    <message>
        <source>Sound is kept until the model is ready</source>
        <translation>模型就绪之前的声音会保留</translation>
    </message>
    <message>
        <source>{provider} · {lag:.1f} s behind · {device}</source>
        <translation>{provider} · 落后 {lag:.1f} 秒 · {device}</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>%1 s behind</source>
        <translation>落后 %1 秒</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在收听</translation>
    </message>
    <message>
        <source>No sound</source>
        <translation>没有声音</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Not working</source>
        <translation>无法工作</translation>
    </message>
</context>
<context>
    <name>StatusPill</name>
    <message>
        <source>Dictation status</source>
        <translation>听写状态</translation>
    </message>
    <message>
        <source>Listening – the model is still loading, nothing is lost</source>
        <translation>正在收听——模型仍在加载，不会丢失任何内容</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在收听</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>正在完成…</translation>
    </message>
    <message>
        <source>Waiting for the window</source>
        <translation>正在等待窗口</translation>
    </message>
    <message>
        <source>Dictation failed</source>
        <translation>听写失败</translation>
    </message>
</context>
<context>
    <name>StreamPage</name>
    <message>
        <source>Streaming</source>
        <translation>直播</translation>
    </message>
    <message>
        <source>Shown here while it is on</source>
        <translation>开启后显示在这里</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Only programs on this computer can open the page, and only with the secret in its address.</source>
        <translation>只有这台电脑上的程序能打开此页面，并且需要地址中的密钥。</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>New secret address</source>
        <translation>新的密钥地址</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Transcript</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>What is said appears here.</source>
        <translation>所说的话会出现在这里。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>R2T2 Captions: {state}</source>
        <translation>R2T2 字幕：{state}</translation>
    </message>
    <message>
        <source>Pause and resume: {keys}</source>
        <translation>暂停和继续：{keys}</translation>
    </message>
</context>
</TS>
