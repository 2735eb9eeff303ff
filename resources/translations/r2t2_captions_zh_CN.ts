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
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Earlier captions</source>
        <translation>较早的字幕</translation>
    </message>
    <message>
        <source>Later captions</source>
        <translation>较新的字幕</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>Copy captions</source>
        <translation>复制字幕</translation>
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
        <source>Stop dictation</source>
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
        <source>Share with phones</source>
        <translation>共享到手机</translation>
    </message>
    <message>
        <source>Open recordings…</source>
        <translation>打开录音…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Dictate into the scratchpad.</source>
        <translation>听写到草稿板。</translation>
    </message>
    <message>
        <source>In any other window, hold {key}.</source>
        <translation>在其他任何窗口中，按住 {key} 听写。</translation>
    </message>
    <message>
        <source>Show the captions above all windows</source>
        <translation>在所有窗口之上显示字幕</translation>
    </message>
    <message>
        <source>Turn recordings and videos into text</source>
        <translation>把录音和视频转成文字</translation>
    </message>
    <message>
        <source>Keep captions in place and let clicks pass through</source>
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
Page Up or Page Down: earlier or later captions
Ctrl with any of these: small steps
Enter: keep     Esc: cancel</source>
        <translation>方向键：移动
Shift + 左或右：变窄或变宽
Shift + 上或下：增加或减少行数
加号或减号：放大或缩小文字
Page Up 或 Page Down：较早或较新的字幕
同时按 Ctrl：小步调整
Enter：保留     Esc：取消</translation>
    </message>
</context>
<context>
    <name>Audio</name>
    <message>
        <source>Captions of what the computer plays need the package PyAudioWPatch: pip install PyAudioWPatch</source>
        <translation>要为电脑播放的声音加字幕，需要 PyAudioWPatch 软件包：pip install PyAudioWPatch</translation>
    </message>
    <message>
        <source>There is no output called “{name}”.</source>
        <translation>没有名为“{name}”的输出设备。</translation>
    </message>
    <message>
        <source>The sound of “{name}” could not be captured ({error}).</source>
        <translation>无法采集“{name}”的声音（{error}）。</translation>
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
        <source>No sound output was found that can be captioned.</source>
        <translation>没有找到可以加字幕的声音输出设备。</translation>
    </message>
    <message>
        <source>The sound server is not responding.</source>
        <translation>声音服务没有响应。</translation>
    </message>
    <message>
        <source>The sound system is not responding ({error}).</source>
        <translation>声音系统没有响应（{error}）。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>没有连接麦克风。</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>“{path}” contains values that are not numbers, first at {seconds:.1f} s. They were silenced.</source>
        <translation>“{path}” 含有不是数字的值，首次出现在 {seconds:.1f} 秒处。这些值已静音。</translation>
    </message>
    <message>
        <source>The file “{path}” does not exist.</source>
        <translation>文件“{path}”不存在。</translation>
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
        <source>“{path}” is not a supported recording ({reason}).</source>
        <translation>“{path}”不是受支持的录音格式（{reason}）。</translation>
    </message>
    <message>
        <source>“{path}” is damaged: its header gives {rate} samples per second.</source>
        <translation>“{path}”已损坏：文件头写的是每秒 {rate} 个采样。</translation>
    </message>
    <message>
        <source>“{path}” contains no sound.</source>
        <translation>“{path}”里没有声音。</translation>
    </message>
    <message>
        <source>“{path}” has no audio track {track}. Available: {tracks}.</source>
        <translation>“{path}” 没有音轨 {track}。可用：{tracks}。</translation>
    </message>
    <message>
        <source>unknown codec</source>
        <translation>未知的编解码器</translation>
    </message>
    <message>
        <source>“{path}” is damaged after {seconds:.1f} s ({reason}).</source>
        <translation>“{path}”在 {seconds:.1f} 秒之后已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>{reason} Your captions are saved and will resume automatically.</source>
        <translation>{reason}您的字幕已保存，并会自动恢复。</translation>
    </message>
    <message>
        <source>“{missing}” is not connected. Listening to “{name}” until it is back.</source>
        <translation>“{missing}”没有连接：在它连接之前改为收听“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is connected again.</source>
        <translation>“{name}”已重新连接。</translation>
    </message>
    <message>
        <source>Now listening to “{name}”.</source>
        <translation>现在收听“{name}”。</translation>
    </message>
    <message>
        <source>The sound library PortAudio is missing. On Debian or Ubuntu: sudo apt install libportaudio2</source>
        <translation>缺少声音库 PortAudio。在 Debian 或 Ubuntu 上：sudo apt install libportaudio2</translation>
    </message>
    <message>
        <source>The system&apos;s sound devices could not be listed ({error}). If this continues, unplug the microphone and plug it in again, or restart the computer.</source>
        <translation>无法列出系统的声音设备（{error}）。如果一直这样，请拔下麦克风再重新插上，或重新启动电脑。</translation>
    </message>
    <message>
        <source>There is no microphone called “{name}”.</source>
        <translation>没有名为“{name}”的麦克风。</translation>
    </message>
    <message>
        <source>“{name}” could not be opened ({reason}). Another program may be using it, or this program may not use the microphone.</source>
        <translation>无法打开“{name}”（{reason}）。可能有别的程序正在使用它，或者没有麦克风权限。</translation>
    </message>
    <message>
        <source>“{name}” stopped because of an internal error ({error}).</source>
        <translation>由于内部错误（{error}），“{name}”已停止。</translation>
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
        <source>“{name}” has stopped sending sound.</source>
        <translation>“{name}”不再发送声音。</translation>
    </message>
    <message>
        <source>An internal error occurred ({error}). Captions restart.</source>
        <translation>发生内部错误（{error}）。字幕重新开始。</translation>
    </message>
    <message>
        <source>The captions have ended.</source>
        <translation>字幕已结束。</translation>
    </message>
    <message>
        <source>{seconds:.1f} s of sound were lost because the computer was too busy.</source>
        <translation>丢失了 {seconds:.1f} 秒声音：电脑太忙，来不及录制。</translation>
    </message>
    <message>
        <source>Recognition is more than {limit:.0f} s behind. {seconds:.0f} s of sound have been skipped so far.</source>
        <translation>识别落后超过 {limit:.0f} 秒，到目前为止已略过 {seconds:.0f} 秒声音。</translation>
    </message>
    <message>
        <source>“{model}” is back, and captions use it again.</source>
        <translation>“{model}”已恢复，字幕重新使用它。</translation>
    </message>
    <message>
        <source>“{model}” remains in use.</source>
        <translation>继续使用“{model}”。</translation>
    </message>
    <message>
        <source>“{model}” is used instead.</source>
        <translation>改为使用“{model}”。</translation>
    </message>
    <message>
        <source>Speech recognition hit an error ({error}). Captions continue.</source>
        <translation>语音识别出错（{error}）。字幕继续。</translation>
    </message>
    <message>
        <source>The model keeps failing.</source>
        <translation>模型不断出错。</translation>
    </message>
    <message>
        <source>{reason} Until it is back, captions continue on this computer.</source>
        <translation>{reason}在它恢复之前，字幕在本机上继续。</translation>
    </message>
    <message>
        <source>Loading the model. Everything said now will be captioned.</source>
        <translation>正在加载模型。现在说的话之后都会显示为字幕。</translation>
    </message>
    <message>
        <source>Captions are {seconds:.0f} s behind.</source>
        <translation>字幕落后 {seconds:.0f} 秒。</translation>
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
        <source>If this continues, use the starter model.</source>
        <translation>如果一直这样，请使用入门模型。</translation>
    </message>
    <message>
        <source>If this continues, set Speed to “Automatic”, or use the starter model.</source>
        <translation>如果一直这样，请把速度设为“自动”，或使用入门模型。</translation>
    </message>
    <message>
        <source>Nothing is playing on “{device}”.</source>
        <translation>“{device}”上没有播放任何声音。</translation>
    </message>
    <message>
        <source>The microphone is silent, and nothing is playing.</source>
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
        <source>Set Speed to “Automatic”, which works in longer steps.</source>
        <translation>请把速度设为“自动”，它以更长的步长工作。</translation>
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
        <source>Captions stopped because of an internal error ({error}). Quit the program and start it again.</source>
        <translation>由于内部错误（{error}），字幕已停止。请退出程序并重新启动。</translation>
    </message>
    <message>
        <source>Echo can&apos;t be removed on this computer. Use headphones, or choose one source.</source>
        <translation>这台电脑无法消除回声。请使用耳机，或只选择一个声源。</translation>
    </message>
</context>
<context>
    <name>Awake</name>
    <message>
        <source>Captions are running</source>
        <translation>字幕正在运行</translation>
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
    <name>CaptionsFeature</name>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Words appear above all other windows while they are spoken, and never change afterwards.</source>
        <translation>话音未落，文字就出现在所有窗口之上，之后不再改变。</translation>
    </message>
    <message>
        <source>Say something. It appears here, and above all windows.</source>
        <translation>说点什么。文字会出现在这里，也会出现在所有窗口之上。</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>Any computer</source>
        <translation>任何电脑</translation>
    </message>
    <message>
        <source>A graphics card; two processor cores cannot keep up with speech</source>
        <translation>需要显卡；两个处理器核心跟不上说话的速度</translation>
    </message>
</context>
<context>
    <name>Cli</name>
    <message>
        <source>Live captions and dictation on your own computer. Without a command, opens the window.</source>
        <translation>在自己的电脑上实时显示字幕和听写。不带命令时打开窗口。</translation>
    </message>
    <message>
        <source>offer the recogniser to other programs</source>
        <translation>向其他程序提供识别服务</translation>
    </message>
    <message>
        <source>open the window; without a screen or a microphone, captions in this terminal</source>
        <translation>打开窗口；没有屏幕或麦克风时，在此终端显示字幕</translation>
    </message>
    <message>
        <source>download, convert, select and remove models</source>
        <translation>下载、转换、选择和删除模型</translation>
    </message>
    <message>
        <source>measure the model on this computer</source>
        <translation>测量模型在这台电脑上的速度</translation>
    </message>
    <message>
        <source>A part of the program cannot be loaded ({0}). Run “r2t2-captions doctor” to see what is missing.</source>
        <translation>程序的一个组成部分无法加载（{0}）。运行“r2t2-captions doctor”可查看缺少什么。</translation>
    </message>
    <message>
        <source>Use “r2t2-captions live” for captions in the terminal, or “r2t2-captions transcribe” for a recording.</source>
        <translation>“r2t2-captions live”在终端显示字幕，“r2t2-captions transcribe”把录音转成文字。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>没有连接麦克风。</translation>
    </message>
    <message>
        <source>{0} Captions appear in this terminal.</source>
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
        <source>names and terms to spell this way, separated by commas</source>
        <translation>要按此拼写的名字和术语，用逗号分隔</translation>
    </message>
    <message>
        <source>a sentence or two about the subject</source>
        <translation>关于主题的一两句话</translation>
    </message>
    <message>
        <source>speed or accuracy; automatic: as soon as this computer can</source>
        <translation>速度或准确度；automatic：尽这台电脑所能地快</translation>
    </message>
    <message>
        <source>milliseconds of sound per decoding step, 80 to 2000</source>
        <translation>每个解码步骤的声音长度（毫秒），80 到 2000</translation>
    </message>
    <message>
        <source>first steps without a stable prefix (default: from the preset)</source>
        <translation>不带稳定前缀的起始步骤数（默认取自预设）</translation>
    </message>
    <message>
        <source>tokens rolled back at the end (default: from the preset)</source>
        <translation>末尾回退的词元数（默认取自预设）</translation>
    </message>
    <message>
        <source>most tokens per step (default: from the preset)</source>
        <translation>每个步骤最多的词元数（默认取自预设）</translation>
    </message>
    <message>
        <source>roll nothing back behind punctuation</source>
        <translation>标点之后不回退词元</translation>
    </message>
    <message>
        <source>folder or name of a model; the selected one by default</source>
        <translation>模型的文件夹或名称；默认使用当前模型</translation>
    </message>
    <message>
        <source>recognise on this server instead; all sound is sent there</source>
        <translation>改在此服务器上识别；所有声音都会发送到那里</translation>
    </message>
    <message>
        <source>access token of the server (default: {0})</source>
        <translation>服务器的访问令牌（默认：{0}）</translation>
    </message>
    <message>
        <source>processor for the model: {0}</source>
        <translation>模型使用的处理器：{0}</translation>
    </message>
    <message>
        <source>All sound is sent to {0}.</source>
        <translation>所有声音都会发送到 {0}。</translation>
    </message>
    <message>
        <source>There is no folder and no installed model called “{0}”.</source>
        <translation>没有名为“{0}”的文件夹或已安装模型。</translation>
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
        <source>a microphone; “doctor” lists them</source>
        <translation>麦克风；“doctor”会列出</translation>
    </message>
    <message>
        <source>an output; “doctor” lists them</source>
        <translation>输出设备；“doctor”会列出</translation>
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
        <source>There is no {0} called “{1}”. Available: {2}.</source>
        <translation>没有名为“{1}”的{0}。可用：{2}。</translation>
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
        <source>{0} Using the bundled sample recording instead.</source>
        <translation>{0}改用自带的示例录音。</translation>
    </message>
    <message>
        <source>Listening to “{0}” with {1} on {2}. Press Ctrl+C to stop.</source>
        <translation>正在收听“{0}”，使用 {1}，运行于 {2}。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>Listening to “{0}” with {1} on {2}, words after about {3:.1f} s. Press Ctrl+C to stop.</source>
        <translation>正在收听“{0}”，使用 {1}，运行于 {2}，文字约 {3:.1f} 秒后出现。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>transcribe a recording</source>
        <translation>把录音转成文字</translation>
    </message>
    <message>
        <source>a recording or a video, a folder of them, or - for standard input</source>
        <translation>录音或视频、包含它们的文件夹，或表示标准输入的 -</translation>
    </message>
    <message>
        <source>audio track of a video, counted from 1</source>
        <translation>视频的音轨，从 1 开始计数</translation>
    </message>
    <message>
        <source>process it as live captions would</source>
        <translation>像实时字幕那样处理</translation>
    </message>
    <message>
        <source>output format</source>
        <translation>输出格式</translation>
    </message>
    <message>
        <source>write to a file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>write a file next to each recording, unless it exists</source>
        <translation>在每个录音旁写一个文件，已存在的除外</translation>
    </message>
    <message>
        <source>Use --beside to write a file for each recording.</source>
        <translation>请使用 --beside 为每个录音写一个文件。</translation>
    </message>
    <message>
        <source>{0} of {1} recordings transcribed.</source>
        <translation>已转写 {1} 个录音中的 {0} 个。</translation>
    </message>
    <message>
        <source>{0} skipped, because the file next to it exists.</source>
        <translation>跳过 {0} 个，因为旁边的文件已存在。</translation>
    </message>
    <message>
        <source>{0} failed.</source>
        <translation>{0} 个失败。</translation>
    </message>
    <message>
        <source>The folder “{0}” contains no recordings.</source>
        <translation>文件夹“{0}”中没有录音。</translation>
    </message>
    <message>
        <source>Standard input has no place for a file next to it. Use --output.</source>
        <translation>标准输入旁无法写文件。请使用 --output。</translation>
    </message>
    <message>
        <source>“{0}” has {1} audio tracks: {2}. Using {3}. Choose another with --track.</source>
        <translation>“{0}” 有 {1} 条音轨：{2}。正在使用 {3}。可用 --track 选择其他音轨。</translation>
    </message>
    <message>
        <source>The folder “{0}” does not exist.</source>
        <translation>文件夹“{0}”不存在。</translation>
    </message>
    <message>
        <source>“{0}” is the recording itself. Choose another output file.</source>
        <translation>“{0}”就是录音文件本身。请选择另一个输出文件。</translation>
    </message>
    <message>
        <source>No speech was recognised.</source>
        <translation>没有识别到语音。</translation>
    </message>
    <message>
        <source>TCP port (default: {0})</source>
        <translation>TCP 端口（默认：{0}）</translation>
    </message>
    <message>
        <source>local address to listen on (default: this computer only)</source>
        <translation>监听的本机地址（默认：仅限本机）</translation>
    </message>
    <message>
        <source>host name of this server; may be repeated</source>
        <translation>此服务器的主机名；可重复使用</translation>
    </message>
    <message>
        <source>secret that programs have to send; the variable {0} works too</source>
        <translation>程序必须发送的密钥；也可使用环境变量 {0}</translation>
    </message>
    <message>
        <source>most live streams at once (default: {0})</source>
        <translation>同时进行的实时流上限（默认：{0}）</translation>
    </message>
    <message>
        <source>most recordings at once (default: {0})</source>
        <translation>同时处理的录音上限（默认：{0}）</translation>
    </message>
    <message>
        <source>Other computers could use this server. Set a secret with --token.</source>
        <translation>其他计算机可以使用此服务器。请用 --token 设置密钥。</translation>
    </message>
    <message>
        <source>Serving on http://{0}:{1}/v1. Press Ctrl+C to stop.</source>
        <translation>服务地址：http://{0}:{1}/v1。按 Ctrl+C 停止。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>Captions are still running</source>
        <translation>字幕仍在运行</translation>
    </message>
    <message>
        <source>Use the tray icon to open the window or quit.</source>
        <translation>使用托盘图标打开窗口或退出。</translation>
    </message>
</context>
<context>
    <name>CodeWindow</name>
    <message>
        <source>Captions on your phone</source>
        <translation>在手机上看字幕</translation>
    </message>
    <message>
        <source>Scan to read the captions on your phone</source>
        <translation>扫码即可在手机上阅读字幕</translation>
    </message>
</context>
<context>
    <name>ConnectionPage</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>the program&apos;s data folder</source>
        <translation>本程序的数据文件夹</translation>
    </message>
    <message>
        <source>the system&apos;s, or http://host:8080</source>
        <translation>系统的代理，或 http://host:8080</translation>
    </message>
    <message>
        <source>only for models that require an account</source>
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
        <source>Folder and connection</source>
        <translation>文件夹与连接</translation>
    </message>
    <message>
        <source>Sound and text stay on this computer unless you choose a server. Otherwise, the network is used only when you download a model.</source>
        <translation>除非您选择服务器，否则声音和文字都留在本机。除此之外，只有下载模型时才使用网络。</translation>
    </message>
    <message>
        <source>Set by the environment variable {0}.</source>
        <translation>由环境变量 {0} 设定。</translation>
    </message>
    <message>
        <source>Models in other folders stay there.</source>
        <translation>在其他文件夹中的模型会留在那里。</translation>
    </message>
    <message>
        <source>Checking the folder…</source>
        <translation>正在检查文件夹…</translation>
    </message>
</context>
<context>
    <name>Conversion</name>
    <message>
        <source>{0} could not be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} is truncated: the download is incomplete.</source>
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
        <source>The tensor {0} is missing from the checkpoint.</source>
        <translation>检查点缺少张量 {0}。</translation>
    </message>
    <message>
        <source>The tensor {0} and {1} more are missing from the checkpoint.</source>
        <translation>检查点缺少张量 {0} 以及另外 {1} 个。</translation>
    </message>
    <message>
        <source>The tensor {0} has the unsupported type {1}; bf16, fp16 or fp32 is expected.</source>
        <translation>张量 {0} 的类型 {1} 不受支持；应为 bf16、fp16 或 fp32。</translation>
    </message>
    <message>
        <source>The tensor {0} has the shape {1}; {2} is expected.</source>
        <translation>张量 {0} 的形状为 {1}，应为 {2}。</translation>
    </message>
    <message>
        <source>{0} is not a safetensors file, or it is truncated.</source>
        <translation>{0} 不是 safetensors 文件，或者不完整。</translation>
    </message>
    <message>
        <source>{0} is not a safetensors file.</source>
        <translation>{0} 不是 safetensors 文件。</translation>
    </message>
    <message>
        <source>{0} is damaged: the description of the tensor {1} is incomplete.</source>
        <translation>{0} 已损坏：张量 {1} 的描述不完整。</translation>
    </message>
    <message>
        <source>{0} is damaged: the tensor {1} has the wrong size.</source>
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
        <source>The precision {0!r} does not exist; choose {1}.</source>
        <translation>没有精度 {0!r}；请选择 {1}。</translation>
    </message>
    <message>
        <source>{0} already exists.</source>
        <translation>{0} 已经存在。</translation>
    </message>
    <message>
        <source>The converted model does not work: {0}</source>
        <translation>转换后的模型无法工作：{0}</translation>
    </message>
    <message>
        <source>The disk with {0} has {1:.1f} GB free; the {2} model needs {3:.1f} GB.</source>
        <translation>{0} 所在的磁盘有 {1:.1f} GB 可用空间；{2} 模型需要 {3:.1f} GB。</translation>
    </message>
    <message>
        <source>The conversion was cancelled.</source>
        <translation>转换已取消。</translation>
    </message>
    <message>
        <source>The disk with {0} is full. The unfinished model was removed.</source>
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
        <source>The checkpoint&apos;s tokenizer does not map {0} to the id {1}.</source>
        <translation>检查点的分词器没有把编号 {1} 赋给 {0}。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer has no {0}, so it does not belong to a Qwen3-ASR model.</source>
        <translation>检查点的分词器中没有 {0}：它不是 Qwen3-ASR 模型的分词器。</translation>
    </message>
    <message>
        <source>The audio token is {0} in config.json and {1} in the tokenizer.</source>
        <translation>config.json 中音频标记的编号是 {0}，分词器中是 {1}。</translation>
    </message>
</context>
<context>
    <name>DesktopKeyField</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>Dictation</name>
    <message>
        <source>This desktop doesn&apos;t allow apps to register global hotkeys. In the system&apos;s keyboard settings, set a key that runs “r2t2-captions --dictate”.</source>
        <translation>此桌面不允许应用注册全局快捷键。请在系统的键盘设置中设定一个键来运行“r2t2-captions --dictate”。</translation>
    </message>
    <message>
        <source>No desktop is running, so hotkeys are not available.</source>
        <translation>没有运行桌面，因此快捷键不可用。</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t allow apps to type. Dictated text is copied to the clipboard for you to paste. Install “ydotool” to have it inserted.</source>
        <translation>此桌面不允许应用键入文字。听写的文字会复制到剪贴板，由您粘贴。安装“ydotool”后可以自动输入。</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t allow apps to type. Dictated text is copied to the clipboard for you to paste. Install “wtype” or “ydotool” to have it inserted.</source>
        <translation>此桌面不允许应用键入文字。听写的文字会复制到剪贴板，由您粘贴。安装“wtype”或“ydotool”后可以自动输入。</translation>
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
        <source>Hotkeys are not working: %1</source>
        <translation>快捷键不可用：%1</translation>
    </message>
    <message>
        <source>macOS does not let this program see key presses yet. Allow it in System Settings &gt; Privacy &amp; Security &gt; Accessibility, then restart the program.</source>
        <translation>macOS 还不允许本程序接收按键。请在“系统设置”&gt;“隐私与安全性”&gt;“辅助功能”中允许，然后重新启动本程序。</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>该窗口</translation>
    </message>
    <message>
        <source>No window had the focus.</source>
        <translation>没有窗口处于焦点状态。</translation>
    </message>
    <message>
        <source>This text can be neither typed nor pasted here.</source>
        <translation>此处既无法键入也无法粘贴这段文字。</translation>
    </message>
    <message>
        <source>The system does not let this program type into %1.</source>
        <translation>系统不允许本程序在 %1 中键入。</translation>
    </message>
    <message>
        <source>%1 closed before the text arrived.</source>
        <translation>文字送达之前，%1 已关闭。</translation>
    </message>
    <message>
        <source>%1 did not accept the text.</source>
        <translation>%1 没有接受文字。</translation>
    </message>
    <message>
        <source>The text could not be inserted into %1.</source>
        <translation>文字未能插入 %1。</translation>
    </message>
    <message>
        <source>The text was copied to the clipboard. Press Ctrl+V where you want it.</source>
        <translation>文字已复制到剪贴板。在需要的位置按 Ctrl+V。</translation>
    </message>
    <message>
        <source>The text is in the history.</source>
        <translation>文字在历史记录中。</translation>
    </message>
    <message>
        <source>It could not be put on the clipboard either.</source>
        <translation>也无法放到剪贴板上。</translation>
    </message>
    <message>
        <source>“{text}” is not a valid shortcut: only ctrl, alt, shift and super can be held down.</source>
        <translation>“{text}”不是有效的快捷键：只能按住 ctrl、alt、shift 和 super。</translation>
    </message>
    <message>
        <source>“{text}” is not a valid shortcut: there is no key called “{key}”.</source>
        <translation>“{text}”不是有效的快捷键：没有名为“{key}”的键。</translation>
    </message>
    <message>
        <source>“{text}” is not a valid shortcut: a modifier key can only be used alone.</source>
        <translation>“{text}”不是有效的快捷键：修饰键只能单独使用。</translation>
    </message>
    <message>
        <source>This key cannot be used for pasting.</source>
        <translation>无法用这个键来粘贴。</translation>
    </message>
    <message>
        <source>Could not connect to the session bus ({reason}).</source>
        <translation>无法连接会话总线（{reason}）。</translation>
    </message>
    <message>
        <source>The desktop refused the request: {reason}</source>
        <translation>桌面拒绝了请求：{reason}</translation>
    </message>
    <message>
        <source>Permission was not given.</source>
        <translation>没有获得许可。</translation>
    </message>
    <message>
        <source>The desktop cancelled the request.</source>
        <translation>桌面终止了请求。</translation>
    </message>
    <message>
        <source>The desktop did not respond.</source>
        <translation>桌面没有响应。</translation>
    </message>
    <message>
        <source>The connection to the session bus was lost ({reason}).</source>
        <translation>会话总线已断开（{reason}）。</translation>
    </message>
    <message>
        <source>it searches for nothing</source>
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
        <source>{program} did not finish in time.</source>
        <translation>{program} 没有及时结束。</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
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
        <source>ydotool can only paste text, not type it.</source>
        <translation>ydotool 不能键入文字，只能粘贴。</translation>
    </message>
    <message>
        <source>Could not connect to the display {name}: {reason}</source>
        <translation>无法连接显示器 {name}：{reason}</translation>
    </message>
    <message>
        <source>This X server has no XInput or XTEST extension, so hotkeys are not available.</source>
        <translation>此 X 服务器没有 XInput 或 XTEST 扩展：无法使用快捷键。</translation>
    </message>
    <message>
        <source>This X server&apos;s XInput is older than 2.1, so hotkeys are not available.</source>
        <translation>此 X 服务器的 XInput 版本低于 2.1：无法使用快捷键。</translation>
    </message>
    <message>
        <source>The connection to the display was lost. Setting up hotkeys again…</source>
        <translation>与显示器的连接中断；正在重新设置快捷键。</translation>
    </message>
    <message>
        <source>The shortcut {keys} does not work because this keyboard has no such key.</source>
        <translation>快捷键 {keys} 无法使用，因为此键盘没有这个键。</translation>
    </message>
    <message>
        <source>This keyboard layout has no key that typing needs.</source>
        <translation>当前键盘布局缺少键入所需的键。</translation>
    </message>
    <message>
        <source>The connection to the display was lost while typing.</source>
        <translation>键入时与显示器的连接中断。</translation>
    </message>
    <message>
        <source>This keyboard has no free key code for one of the characters.</source>
        <translation>键盘没有空闲键码可用于文字中的某个字符。</translation>
    </message>
    <message>
        <source>The keyboard layout changed while the text was being typed.</source>
        <translation>键盘布局在输入文字时发生了变化。</translation>
    </message>
    <message>
        <source>This keyboard layout has no key that pasting needs.</source>
        <translation>当前键盘布局缺少粘贴所需的键。</translation>
    </message>
    <message>
        <source>The desktop no longer lets this program type.</source>
        <translation>桌面不再允许本程序键入。</translation>
    </message>
    <message>
        <source>Your desktop has not allowed dictation to type yet.</source>
        <translation>您的桌面还没有允许听写输入文字。</translation>
    </message>
    <message>
        <source>Allow typing…</source>
        <translation>允许输入…</translation>
    </message>
</context>
<context>
    <name>DictationController</name>
    <message>
        <source>Dictation ended because the computer was asleep.</source>
        <translation>计算机休眠过，听写已结束。</translation>
    </message>
    <message>
        <source>Dictation ended because the screen was locked.</source>
        <translation>屏幕已锁定，听写结束。</translation>
    </message>
    <message>
        <source>Dictation stopped.</source>
        <translation>听写已停止。</translation>
    </message>
    <message>
        <source>The clipboard&apos;s content was too large to restore after pasting.</source>
        <translation>剪贴板的内容太大，粘贴后无法恢复。</translation>
    </message>
    <message>
        <source>Dictation ended after {0} minutes. You can change this limit in the settings.</source>
        <translation>听写已达 {0} 分钟，现已结束。可以在设置中更改此上限。</translation>
    </message>
    <message>
        <source>Waiting for “%1”. Press Esc to copy the text instead.</source>
        <translation>正在等待“%1”。按 Esc 改为复制文字。</translation>
    </message>
</context>
<context>
    <name>DictationFeature</name>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Try dictation here</source>
        <translation>在这里试用听写</translation>
    </message>
    <message>
        <source>Keys that this program uses in every window:</source>
        <translation>本程序在所有窗口中使用的按键：</translation>
    </message>
    <message>
        <source>Your desktop decides which keys they are.</source>
        <translation>具体按键由您的桌面决定。</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>更改按键…</translation>
    </message>
    <message>
        <source>Hold {key} to dictate</source>
        <translation>按住 {key} 听写</translation>
    </message>
    <message>
        <source>{key}: start and stop dictation</source>
        <translation>{key}：开始和结束听写</translation>
    </message>
    <message>
        <source>{key}: pause and resume captions</source>
        <translation>{key}：暂停和继续字幕</translation>
    </message>
    <message>
        <source>{key}: bring captions back on screen</source>
        <translation>{key}：让字幕回到屏幕上</translation>
    </message>
    <message>
        <source>Hold {key} and speak: the words are typed into the window that you work in.</source>
        <translation>按住 {key} 说话：文字会输入到您正在使用的窗口中。</translation>
    </message>
    <message>
        <source>Speak, and the words are typed into the window that you work in.</source>
        <translation>说话，文字就会输入到您正在使用的窗口中。</translation>
    </message>
    <message>
        <source>Click here, hold {key}, and say something.</source>
        <translation>点击这里，按住 {key}，说点什么。</translation>
    </message>
</context>
<context>
    <name>DictationPage</name>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Your desktop has not allowed dictation to type yet.</source>
        <translation>您的桌面还没有允许听写输入文字。</translation>
    </message>
    <message>
        <source>Allow typing…</source>
        <translation>允许输入…</translation>
    </message>
    <message>
        <source>On this desktop, text appears when you release the keys: typed earlier, it would be shortcuts.</source>
        <translation>在此桌面上，松开按键后文字才会出现：提前键入会被当作快捷键。</translation>
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
        <source>Method: type, paste, or the program&apos;s own paste shortcut, such as ctrl+shift+v</source>
        <translation>方式：type、paste，或该程序自己的粘贴快捷键，例如 ctrl+shift+v</translation>
    </message>
    <message>
        <source>Open the scratchpad</source>
        <translation>打开草稿板</translation>
    </message>
    <message>
        <source>Change keys in the desktop&apos;s settings</source>
        <translation>在桌面设置中更改按键</translation>
    </message>
    <message>
        <source>%1 is already in use.</source>
        <translation>%1 已被占用。</translation>
    </message>
    <message>
        <source>“%1” is not a valid method. Enter type, paste, or a shortcut.</source>
        <translation>“%1”不是有效的方式。请输入 type、paste 或快捷键。</translation>
    </message>
</context>
<context>
    <name>DictationWordsPage</name>
    <message>
        <source>Dictation vocabulary</source>
        <translation>听写词汇</translation>
    </message>
    <message>
        <source>When you say</source>
        <translation>当您说</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写成</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>正则</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Write \n for a new line. A pattern is a regular expression; it is applied to one word at a time.</source>
        <translation>用 \n 表示换行。“正则”是正则表达式，每次应用于一个词。</translation>
    </message>
    <message>
        <source>Type what you would say, such as “dear Anna comma new line”</source>
        <translation>输入您要说的话，例如“亲爱的安娜逗号换行”</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Commands: %1. To write the word itself, say “the comma”.</source>
        <translation>口令：%1。若要写出这个词本身，请说“一个逗号”。</translation>
    </message>
    <message>
        <source>There are no spoken commands for this language yet.</source>
        <translation>这种语言还没有口令。</translation>
    </message>
    <message>
        <source>Numbers stay words in this language.</source>
        <translation>这种语言的数字仍写成文字。</translation>
    </message>
    <message>
        <source>“%1” is ignored: %2</source>
        <translation>“%1”已略过：%2</translation>
    </message>
</context>
<context>
    <name>Display</name>
    <message>
        <source>No display is available (neither DISPLAY nor WAYLAND_DISPLAY is set).</source>
        <translation>没有可用的显示器（DISPLAY 和 WAYLAND_DISPLAY 都没有设置）。</translation>
    </message>
    <message>
        <source>The display {name} is not responding.</source>
        <translation>显示器 {name} 没有响应。</translation>
    </message>
    <message>
        <source>The library libxcb-cursor0 is missing; windows need it (Debian, Ubuntu: apt install libxcb-cursor0).</source>
        <translation>缺少窗口所需的 libxcb-cursor0 库（Debian、Ubuntu：apt install libxcb-cursor0）。</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>Microphones cannot be opened.</source>
        <translation>无法打开麦克风。</translation>
    </message>
    <message>
        <source>Microphones cannot be selected by name, and what the computer plays cannot be captioned.</source>
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
        <source>It cannot be loaded ({0}). Speech recognition needs it.</source>
        <translation>无法加载（{0}）。语音识别需要它。</translation>
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
        <source>Exactly as shown on screen</source>
        <translation>与屏幕上显示的完全一致</translation>
    </message>
    <message>
        <source>Start each line with its time</source>
        <translation>每行前面加上时间</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Times are approximate. They are the moments at which words appeared, not an exact alignment with the sound.</source>
        <translation>时间是近似的。它们是文字出现的时刻，而不是与声音的精确对齐。</translation>
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
        <source>&amp;Text:</source>
        <translation>文字(&amp;T)：</translation>
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
        <source>“{0}” already exists. Replace it?</source>
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
        <source>Captions for anything you hear, dictation into any window</source>
        <translation>为听到的一切配上字幕，在任何窗口中听写</translation>
    </message>
    <message>
        <source>Everything happens on this computer. No sound and no text leaves it.</source>
        <translation>一切都在这台电脑上进行。声音和文字都不会离开它。</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>Save what is said as text on this computer</source>
        <translation>把所说的话以文字形式保存在这台电脑上</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Model: {name}. A larger model makes fewer mistakes but needs a faster computer.</source>
        <translation>模型：{name}。更大的模型错误更少，但需要更快的电脑。</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Say something. The level above should move.</source>
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
        <source>Start when I log in</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Your desktop has no system tray, so the window is minimised instead.</source>
        <translation>您的桌面没有系统托盘，因此窗口会改为最小化。</translation>
    </message>
    <message>
        <source>“Start when I log in” could not be changed: {reason}</source>
        <translation>无法更改“登录时启动”：{reason}</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>dddd, d MMMM yyyy</source>
        <translation>yyyy年M月d日 dddd</translation>
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
        <source>Recording “{name}”</source>
        <translation>录音“{name}”</translation>
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
    <message>
        <source>Transcribing</source>
        <translation>正在转写</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Names of programs, separated by commas</source>
        <translation>程序名称，用逗号分隔</translation>
    </message>
    <message>
        <source>Sound is never saved, and nothing leaves this computer.</source>
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
        <source>Select a session to read it.</source>
        <translation>选择一个会话来阅读。</translation>
    </message>
    <message>
        <source>Nothing here yet. Everything said while captions run is saved here, on this computer only.</source>
        <translation>这里还没有内容。字幕运行时所说的话会保存在这里，只在这台电脑上。</translation>
    </message>
    <message>
        <source>History is off. Nothing that is said is saved.</source>
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
        <source>History is off.</source>
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
        <source>The history can&apos;t be saved ({0}). Captions continue, and new text is kept in memory until saving works again.</source>
        <translation>无法保存历史记录（{0}）。字幕会继续，新的文字暂存在内存中，直到恢复保存。</translation>
    </message>
    <message>
        <source>The history file was damaged. It was kept as {0}, and a new history was started.</source>
        <translation>历史文件已损坏。它被保留为 {0}，并已开始新的历史记录。</translation>
    </message>
    <message>
        <source>The history was written by a newer version of this program. Nothing new is saved.</source>
        <translation>历史记录由本程序的较新版本写成。新内容不会保存。</translation>
    </message>
    <message>
        <source>The history could not be saved for a long time. What is said now is not saved.</source>
        <translation>历史记录长时间无法写入。现在说的话不会保存。</translation>
    </message>
    <message>
        <source>History is saving again. Some earlier text could not be saved.</source>
        <translation>历史记录恢复保存。之前的部分文字没有保存下来。</translation>
    </message>
    <message>
        <source>History is saving again. Nothing was lost.</source>
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
        <source>Their text will be erased from this computer. This cannot be undone.</source>
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
        <source>Press a shortcut… (Esc to cancel)</source>
        <translation>请按快捷键…（Esc 取消）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Click, then press a shortcut</source>
        <translation>点击，然后按下快捷键</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Use no key</source>
        <translation>此项不使用按键</translation>
    </message>
    <message>
        <source>%1 is used for typing. Add Ctrl, Alt or Super, or use a key such as F9.</source>
        <translation>%1 用于打字。请加上 Ctrl、Alt 或 Super，或使用 F9 之类的键。</translation>
    </message>
    <message>
        <source>%1 is in use by another program. The shortcut was not changed.</source>
        <translation>%1 已被其他程序使用。快捷键没有更改。</translation>
    </message>
    <message>
        <source>Both use %1: hold it to talk, or tap it to turn dictation on and off.</source>
        <translation>两者都使用 %1：按住说话，或轻按开启或关闭听写。</translation>
    </message>
    <message>
        <source>Note: many programs use %1 for %2.</source>
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
        <source>Use a saved list</source>
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
        <source>Names and terms to spell correctly, one per line or separated by commas</source>
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
        <source>the system&apos;s menu</source>
        <translation>系统菜单</translation>
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
        <source>Input level of the last seconds</source>
        <translation>最近几秒的输入音量</translation>
    </message>
    <message>
        <source>There is no sound. Is the microphone muted?</source>
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
        <source>Open on the web</source>
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
        <source>The repository contains a licence text that differs from the one you accepted.</source>
        <translation>仓库附带的许可文本与您已接受的不同。</translation>
    </message>
    <message>
        <source>{0}. In short (the agreement below is what counts):</source>
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
        <source>Speech is recognised on this computer unless you choose a server. A larger model knows more languages and makes fewer mistakes.</source>
        <translation>除非您选择服务器，否则语音在本机上识别。更大的模型支持更多语言，错误更少。</translation>
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
        <source>Add a server…</source>
        <translation>添加服务器…</translation>
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
        <source>Hardware:</source>
        <translation>硬件：</translation>
    </message>
    <message>
        <source>On this computer:</source>
        <translation>在这台电脑上：</translation>
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
        <source>Address:</source>
        <translation>地址：</translation>
    </message>
    <message>
        <source>Will it run here?</source>
        <translation>能在这里运行吗？</translation>
    </message>
    <message>
        <source>Measures this computer for some seconds; nothing is downloaded</source>
        <translation>测量这台电脑几秒钟；不会下载任何内容</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Reads every file of the model and compares the checksums</source>
        <translation>读取模型的每个文件并比较校验和</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>{0} download</source>
        <translation>下载 {0}</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>可下载</translation>
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
        <source>{0}; {1} to {2} after conversion</source>
        <translation>{0}；转换后 {1} 到 {2}</translation>
    </message>
    <message>
        <source>Downloads from the publisher, then converts and tests it on this computer.</source>
        <translation>从发布者处下载，然后在这台电脑上转换并测试。</translation>
    </message>
    <message>
        <source>While it is used, everything that is heard is sent to this server.</source>
        <translation>使用它时，听到的所有声音都会发送到此服务器。</translation>
    </message>
    <message>
        <source>Captions and dictation use this model.</source>
        <translation>字幕和听写使用此模型。</translation>
    </message>
    <message>
        <source>Ready to use.</source>
        <translation>随时可用。</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用此模型</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>使用此服务器</translation>
    </message>
    <message>
        <source>Download model…</source>
        <translation>下载模型…</translation>
    </message>
    <message>
        <source>Remove from list…</source>
        <translation>从列表移除…</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
</context>
<context>
    <name>LiveSettings</name>
    <message>
        <source>Your settings could not be saved: {reason}</source>
        <translation>无法保存您的设置：{reason}</translation>
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
        <source>The background is too transparent for these colours, so the text gets an outline.</source>
        <translation>背景对这些颜色来说太透明，因此文字加了描边。</translation>
    </message>
    <message>
        <source>Shown at {percent} % opacity, so that the text can be read on any background.</source>
        <translation>以 {percent} % 的不透明度显示，以便文字在任何背景上都能看清。</translation>
    </message>
    <message>
        <source>These colours are too similar. The text is shown in a readable colour.</source>
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
        <source>Clear this view; the history is not affected</source>
        <translation>清空此视图；历史记录不受影响</translation>
    </message>
    <message>
        <source>Jump to the newest line</source>
        <translation>跳到最新一行</translation>
    </message>
    <message>
        <source>The history can&apos;t be saved. Anything said since then will be lost if you quit.</source>
        <translation>无法保存历史记录。如果退出，此后所说的话将会丢失。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Keep the captions running?</source>
        <translation>让字幕继续运行吗？</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Your desktop has no system tray. The window is minimised while captions keep running.</source>
        <translation>您的桌面没有系统托盘。字幕继续运行时，窗口会最小化。</translation>
    </message>
    <message>
        <source>Minimise</source>
        <translation>最小化</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again, or copy the transcript first.</source>
        <translation>请腾出一些磁盘空间后重试，或先复制文稿。</translation>
    </message>
    <message>
        <source>Quit anyway</source>
        <translation>仍然退出</translation>
    </message>
    <message>
        <source>Recordings are still being transcribed.</source>
        <translation>录音仍在转写。</translation>
    </message>
    <message>
        <source>What has been recognised so far is in the history.</source>
        <translation>到目前为止识别的内容已保存在历史记录中。</translation>
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
        <source>This model does not understand {language}.</source>
        <translation>此模型不懂 {language}。</translation>
    </message>
    <message>
        <source>This model understands {languages} only.</source>
        <translation>此模型只懂 {languages}。</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>The last session ended unexpectedly. Its last saved words are from {time}.</source>
        <translation>上次会话意外结束。最后保存的文字来自 {time}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Everything that is heard is sent to {host} and recognised there.</source>
        <translation>听到的所有声音都会发送到 {host}，并在那里识别。</translation>
    </message>
    <message>
        <source>Recognise on this computer</source>
        <translation>在本机上识别</translation>
    </message>
    <message>
        <source>XWayland is not available, so the desktop decides where the captions are and whether other windows cover them.</source>
        <translation>没有 XWayland，因此字幕的位置以及是否会被其他窗口遮住由桌面决定。</translation>
    </message>
    <message>
        <source>Position…</source>
        <translation>位置…</translation>
    </message>
    <message>
        <source>A recording is being transcribed.</source>
        <translation>正在转写一个录音。</translation>
    </message>
    <message>
        <source>{n} recordings are being transcribed.</source>
        <translation>正在转写 {n} 个录音。</translation>
    </message>
    <message>
        <source>Someone is speaking, but too quietly to be understood. Is this the right source?</source>
        <translation>有人在说话，但声音太小，无法识别。音源选对了吗？</translation>
    </message>
    <message>
        <source>Someone is speaking, but no words are recognised. Is this the right language?</source>
        <translation>有人在说话，但没有识别出文字。语言选对了吗？</translation>
    </message>
    <message>
        <source>Someone is speaking, but no words are recognised. A larger model may help.</source>
        <translation>有人在说话，但没有识别出文字。换用更大的模型可能会有帮助。</translation>
    </message>
    <message>
        <source>Check the source</source>
        <translation>检查音源</translation>
    </message>
    <message>
        <source>Check the language</source>
        <translation>检查语言</translation>
    </message>
    <message>
        <source>Check the model</source>
        <translation>检查模型</translation>
    </message>
</context>
<context>
    <name>MaskField</name>
    <message>
        <source>Language of the list</source>
        <translation>列表的语言</translation>
    </message>
    <message>
        <source>Words to mask, one per line</source>
        <translation>要屏蔽的词，每行一个</translation>
    </message>
    <message>
        <source>One word per line. A star stands for any ending.</source>
        <translation>每行一个词。星号代表任意词尾。</translation>
    </message>
    <message>
        <source>Restore this list</source>
        <translation>恢复此列表</translation>
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
        <source>Enter an absolute path. “{0}” is relative.</source>
        <translation>请输入绝对路径。“{0}”是相对路径。</translation>
    </message>
    <message>
        <source>The measurement needs some room for temporary files: {0}</source>
        <translation>测量需要一些存放临时文件的空间：{0}</translation>
    </message>
    <message>
        <source>The starter model suits this computer.</source>
        <translation>入门模型适合这台电脑。</translation>
    </message>
    <message>
        <source>{precision} on {provider}: falls behind speech, {memory}</source>
        <translation>{precision}，{provider}：跟不上语音，{memory}</translation>
    </message>
    <message>
        <source>{precision} on {provider}: words after about {delay} s, {memory} (recommended)</source>
        <translation>{precision}，{provider}：文字约 {delay} 秒后出现，{memory}（推荐）</translation>
    </message>
    <message>
        <source>{precision} on {provider}: words after about {delay} s, {memory}</source>
        <translation>{precision}，{provider}：文字约 {delay} 秒后出现，{memory}</translation>
    </message>
    <message>
        <source>All files are intact.</source>
        <translation>所有文件都完好无损。</translation>
    </message>
    <message>
        <source>{0} is intact</source>
        <translation>{0} 完好无损</translation>
    </message>
    <message>
        <source>Read every file and compare the checksums</source>
        <translation>读取每个文件并比较校验和</translation>
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
        <source>Checking {0}…</source>
        <translation>正在检查 {0}…</translation>
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
        <source>Download it</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Use it for captions</source>
        <translation>用于字幕</translation>
    </message>
    <message>
        <source>Installing {0}</source>
        <translation>正在安装 {0}</translation>
    </message>
    <message>
        <source>{0} is ready</source>
        <translation>{0} 已就绪</translation>
    </message>
    <message>
        <source>It understood the test recording as: “{0}”</source>
        <translation>它把测试录音识别为：“{0}”</translation>
    </message>
    <message>
        <source>Switching to {0}</source>
        <translation>正在换成 {0}</translation>
    </message>
    <message>
        <source>The model is loading. Captions continue with the current model until it is ready.</source>
        <translation>模型正在加载。就绪之前，字幕继续使用当前模型。</translation>
    </message>
    <message>
        <source>Captions now use {0}</source>
        <translation>字幕现在使用 {0}</translation>
    </message>
    <message>
        <source>It is selected, and captions will switch to it once it is loaded. The main window shows any problems.</source>
        <translation>已选择它，加载后字幕就会切换。主窗口会显示遇到的问题。</translation>
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
        <source>Something went wrong</source>
        <translation>出了问题</translation>
    </message>
    <message>
        <source>unknown</source>
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
        <source>smallest; slightly less accurate</source>
        <translation>最小；准确度略低</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 位</translation>
    </message>
    <message>
        <source>exact but slow; for comparisons</source>
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
        <source>There is no model “{0}”. Available: {1}.</source>
        <translation>没有模型“{0}”。可用：{1}。</translation>
    </message>
    <message>
        <source>The list of models {0} cannot be read: {1}</source>
        <translation>无法读取模型列表 {0}：{1}</translation>
    </message>
    <message>
        <source>This computer does not have enough memory for that.</source>
        <translation>这台电脑的内存太少，无法完成。</translation>
    </message>
    <message>
        <source>Reading or writing failed: {0}</source>
        <translation>读取或写入失败：{0}</translation>
    </message>
    <message>
        <source>The system stopped the work. The computer may have run out of memory.</source>
        <translation>工作被系统终止；电脑可能内存不足。</translation>
    </message>
    <message>
        <source>The work crashed ({0}).</source>
        <translation>工作崩溃（{0}）。</translation>
    </message>
    <message>
        <source>The work was stopped from outside ({0}).</source>
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
        <source>a different list of models</source>
        <translation>另一份模型列表</translation>
    </message>
    <message>
        <source>list models on this computer and models to download</source>
        <translation>列出这台电脑上的模型和可下载的模型</translation>
    </message>
    <message>
        <source>print the licence of a model</source>
        <translation>输出模型的许可协议</translation>
    </message>
    <message>
        <source>download, convert and test a model</source>
        <translation>下载、转换并测试模型</translation>
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
        <source>import a checkpoint or a converted model from a folder</source>
        <translation>从文件夹导入检查点或已转换的模型</translation>
    </message>
    <message>
        <source>name of the model</source>
        <translation>模型的名称</translation>
    </message>
    <message>
        <source>copy a converted model</source>
        <translation>复制已转换的模型</translation>
    </message>
    <message>
        <source>select it afterwards</source>
        <translation>之后选择它</translation>
    </message>
    <message>
        <source>I have read and accept its licence</source>
        <translation>我已阅读并接受它的许可协议</translation>
    </message>
    <message>
        <source>convert a checkpoint into any folder</source>
        <translation>把检查点转换到任意文件夹</translation>
    </message>
    <message>
        <source>read every file of a model and compare the checksums</source>
        <translation>读取模型的每个文件并比较校验和</translation>
    </message>
    <message>
        <source>id or folder; the selected one by default</source>
        <translation>标识或文件夹；默认为当前模型</translation>
    </message>
    <message>
        <source>select the model for captions</source>
        <translation>选择字幕使用的模型</translation>
    </message>
    <message>
        <source>remove a model or downloads</source>
        <translation>删除模型或下载</translation>
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
        <source>Available for download:</source>
        <translation>可下载：</translation>
    </message>
    <message>
        <source>Kept or incomplete downloads:</source>
        <translation>保留的或未完成的下载：</translation>
    </message>
    <message>
        <source>{0} comes under the licence of this program.</source>
        <translation>{0} 适用本程序的许可协议。</translation>
    </message>
    <message>
        <source>{0} is already installed.</source>
        <translation>{0} 已经安装。</translation>
    </message>
    <message>
        <source>{0} is already converted.</source>
        <translation>{0} 已经转换过。</translation>
    </message>
    <message>
        <source>{0} is intact.</source>
        <translation>{0} 完好无损。</translation>
    </message>
    <message>
        <source>{0} is being downloaded or converted and was not removed.</source>
        <translation>{0} 正在下载或转换，没有删除。</translation>
    </message>
    <message>
        <source>{0} freed.</source>
        <translation>已释放 {0}。</translation>
    </message>
    <message>
        <source>Name the model to remove, or use --downloads.</source>
        <translation>请说明要删除哪个模型，或使用 --downloads。</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} 已删除。</translation>
    </message>
    <message>
        <source>{0} is in use. It will be removed when the program next starts.</source>
        <translation>{0} 正在使用；将在程序下次启动时删除。</translation>
    </message>
    <message>
        <source>{0} has no file {1}. Nothing was downloaded.</source>
        <translation>{0} 没有文件 {1}。没有下载任何内容。</translation>
    </message>
    <message>
        <source>{0} in {1} is not the file this program knows. Nothing was downloaded.</source>
        <translation>{1} 中的 {0} 不是本程序所知的文件。没有下载任何内容。</translation>
    </message>
    <message>
        <source>{0} provides no checksum for {1}, so the file cannot be trusted.</source>
        <translation>{0} 没有给出 {1} 的校验和，因此不可信任。</translation>
    </message>
    <message>
        <source>The repository contains a file with a forbidden name: {0}</source>
        <translation>仓库中有名称被禁止的文件：{0}</translation>
    </message>
    <message>
        <source>Stopped. The download so far was kept.</source>
        <translation>已停止。已下载的部分会保留。</translation>
    </message>
    <message>
        <source>{0} more are needed in {1}, but only {2} are free. Free some space, or choose another folder.</source>
        <translation>{1} 中还需要 {0}，但只有 {2} 可用。请腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{0} returned a different version from the one requested.</source>
        <translation>{0} 返回的版本与请求的不同。</translation>
    </message>
    <message>
        <source>Another copy of this program is downloading {0}.</source>
        <translation>本程序的另一个副本正在下载 {0}。</translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation>正在检查 {0}</translation>
    </message>
    <message>
        <source>{0} was damaged in two downloads: its checksum is wrong. Try again later, or choose another mirror.</source>
        <translation>{0} 两次下载后都已损坏：校验和错误。请稍后再试，或选择其他镜像。</translation>
    </message>
    <message>
        <source>{0} sent less of {1} than it announced. Try again, or choose another mirror.</source>
        <translation>{0} 发送的 {1} 比宣布的少。请再试一次，或选择其他镜像。</translation>
    </message>
    <message>
        <source>{0} sent more of {1} than it announced, so it is not the same file.</source>
        <translation>{0} 发送的 {1} 比宣布的多，因此不是同一个文件。</translation>
    </message>
    <message>
        <source>The disk with {0} is full ({1} free). The download so far was kept. Free some space and continue.</source>
        <translation>{0} 所在的磁盘已满（可用 {1}）。已下载的部分会保留。请腾出空间后继续。</translation>
    </message>
    <message>
        <source>{0} is not writable. Choose another folder for models in the settings.</source>
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
        <source>Offline mode is on, so nothing can be downloaded. Turn it off, or import a model folder.</source>
        <translation>离线模式已开启，因此无法下载。请关闭它，或导入模型文件夹。</translation>
    </message>
    <message>
        <source>{0} requires you to accept the licence on its web page and to enter an access token of that account.</source>
        <translation>{0} 要求在其网页上接受许可协议并使用访问令牌：请输入该帐户的令牌。</translation>
    </message>
    <message>
        <source>{0} no longer has the version this program knows. Update the program, or import a model folder.</source>
        <translation>{0} 不再提供本程序所知的版本。请更新程序，或导入模型文件夹。</translation>
    </message>
    <message>
        <source>{0} has no repository {1}. Check the mirror&apos;s address.</source>
        <translation>{0} 没有仓库 {1}。请检查镜像地址。</translation>
    </message>
    <message>
        <source>“{0}” is not a valid repository name.</source>
        <translation>“{0}”不是有效的仓库名称。</translation>
    </message>
    <message>
        <source>The proxy refused the connection to {0}: {1}</source>
        <translation>代理拒绝了到 {0} 的连接：{1}</translation>
    </message>
    <message>
        <source>The secure connection to {0} could not be verified ({1}). A company proxy may need its certificate installed on this computer. You can also import a model folder.</source>
        <translation>无法验证到 {0} 的安全连接（{1}）。公司代理可能需要在这台电脑上安装它的证书；也可以改为导入模型文件夹。</translation>
    </message>
    <message>
        <source>Could not connect to {0} ({1}). Check the connection, the proxy or the mirror.</source>
        <translation>无法连接到 {0}（{1}）。请检查网络连接、代理或镜像。</translation>
    </message>
    <message>
        <source>The connection to {0} was lost ({1}). Try again; the download will continue.</source>
        <translation>到 {0} 的连接中断（{1}）。请再试一次，下载会继续。</translation>
    </message>
    <message>
        <source>“{0}” is not the address of a model hub. It should begin with https://.</source>
        <translation>“{0}”不是模型库的地址；地址应以 https:// 开头。</translation>
    </message>
    <message>
        <source>{0} sent an invalid response: {1}</source>
        <translation>{0} 返回了无效的响应：{1}</translation>
    </message>
    <message>
        <source>{0} did not accept the access token for {1}. Enter a valid one.</source>
        <translation>{0} 不接受用于 {1} 的访问令牌：请输入有效的令牌。</translation>
    </message>
    <message>
        <source>{0} does not allow this account or network to download {1}.</source>
        <translation>{0} 不允许此帐户或网络下载 {1}。</translation>
    </message>
    <message>
        <source>{0} has no {1}. Check the mirror&apos;s address.</source>
        <translation>{0} 没有 {1}。请检查镜像地址。</translation>
    </message>
    <message>
        <source>{0} limits how much can be downloaded at a time. Wait a few minutes, then continue.</source>
        <translation>{0} 限制了一段时间内的下载量。请等几分钟再继续。</translation>
    </message>
    <message>
        <source>{0} is having problems right now (error {1}). Try again later.</source>
        <translation>{0} 目前出现问题（错误 {1}）。请稍后再试。</translation>
    </message>
    <message>
        <source>{0} refused to send {1} (error {2}).</source>
        <translation>{0} 拒绝发送 {1}（错误 {2}）。</translation>
    </message>
    <message>
        <source>“{0}” is not a valid proxy address. Use a form like http://host:8080.</source>
        <translation>“{0}”不是有效的代理地址。请使用类似 http://host:8080 的形式。</translation>
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
        <source>{0} on the hub is shorter than the download so far.</source>
        <translation>模型库中的 {0} 比已下载的部分还短。</translation>
    </message>
    <message>
        <source>it sent bytes from {0} instead of from {1}</source>
        <translation>收到的是从 {0} 开始的字节，而不是从 {1} 开始的</translation>
    </message>
    <message>
        <source>{0} changed while {1} was downloading, so the parts do not match. Start again.</source>
        <translation>下载 {1} 期间 {0} 发生了变化，各部分无法匹配。请重新开始。</translation>
    </message>
    <message>
        <source>no data for {0} seconds</source>
        <translation>{0} 秒没有数据</translation>
    </message>
    <message>
        <source>A model called “{0}” already exists. Remove it first, or choose another name.</source>
        <translation>名为“{0}”的模型已存在。请先删除它，或换一个名称。</translation>
    </message>
    <message>
        <source>A model called “{0}” already exists. Remove it first.</source>
        <translation>名为“{0}”的模型已存在。请先删除它。</translation>
    </message>
    <message>
        <source>You must read and accept the licence of {0} ({1}) first.</source>
        <translation>必须先阅读并接受 {0} 的许可协议（{1}）。</translation>
    </message>
    <message>
        <source>Another copy of this program is using {0}.</source>
        <translation>本程序的另一个副本正在使用 {0}。</translation>
    </message>
    <message>
        <source>The folder {0} already exists and is not a model of this program. Move it, or choose another name.</source>
        <translation>文件夹 {0} 已存在，但它不是本程序的模型。请移走它，或换一个名称。</translation>
    </message>
    <message>
        <source>{0} is still in use. Restart the program, then continue.</source>
        <translation>{0} 仍在使用。请重新启动程序，然后继续。</translation>
    </message>
    <message>
        <source>{0} contains a licence text that has not been shown yet.</source>
        <translation>{0} 附带的许可文本尚未显示过。</translation>
    </message>
    <message>
        <source>{0} in {1} is damaged: its checksum is wrong.</source>
        <translation>{1} 中的 {0} 已损坏：校验和错误。</translation>
    </message>
    <message>
        <source>“{0}” is not a valid model name.</source>
        <translation>“{0}”不是有效的模型名称。</translation>
    </message>
    <message>
        <source>The folder for models cannot be used: {0}</source>
        <translation>模型文件夹无法使用：{0}</translation>
    </message>
    <message>
        <source>The model “{0}” no longer exists.</source>
        <translation>模型“{0}”已不存在。</translation>
    </message>
    <message>
        <source>The model “{0}” no longer exists. The starter model is used instead.</source>
        <translation>模型“{0}”已不存在；改用入门模型。</translation>
    </message>
    <message>
        <source>The folder for models cannot be used ({0}). The starter model is used instead.</source>
        <translation>无法使用模型文件夹（{0}），改用入门模型。</translation>
    </message>
    <message>
        <source>There is no model “{0}” on this computer. Available: {1}.</source>
        <translation>这台电脑上没有模型“{0}”。可用：{1}。</translation>
    </message>
    <message>
        <source>The starter model is part of the program and cannot be removed.</source>
        <translation>入门模型是本程序的一部分，无法删除。</translation>
    </message>
    <message>
        <source>{0} cannot be removed: {1}</source>
        <translation>无法删除 {0}：{1}</translation>
    </message>
    <message>
        <source>The licence text {0} is missing. Reinstall the program.</source>
        <translation>缺少许可文本 {0}；请重新安装程序。</translation>
    </message>
    <message>
        <source>You may use the model free of charge, at home and at work.</source>
        <translation>该模型可以免费使用，家用和工作均可。</translation>
    </message>
    <message>
        <source>Companies with more than 100 million monthly users, or with annual revenue above the limit in clause 2.2 (RMB 1 billion in the English text, RMB 100 million in the Chinese text), must ask NetEase Youdao first.</source>
        <translation>月活跃用户超过一亿，或年收入超过第 2.2 条限额（英文文本为人民币 10 亿元，中文文本为人民币 1 亿元）的公司，须先征得网易有道同意。</translation>
    </message>
    <message>
        <source>You may not use it to improve other AI models, except non-commercial ones.</source>
        <translation>不得用于改进其他人工智能模型，非商业模型除外。</translation>
    </message>
    <message>
        <source>You may not use it where lives or rights depend on it: medical diagnosis, driving, military use, critical infrastructure, mass surveillance, automated decisions about people.</source>
        <translation>不得用于关乎生命或权利的场合：医疗诊断、驾驶、军事用途、关键基础设施、大规模监控、对人的自动化决策。</translation>
    </message>
    <message>
        <source>If you share the converted model, include this agreement and its notice.</source>
        <translation>如果分享转换后的模型，请附上此协议及其声明。</translation>
    </message>
    <message>
        <source>There is no warranty. The law of China applies, and the Chinese text prevails.</source>
        <translation>不提供任何担保。适用中国法律，以中文文本为准。</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA graphics card. 16-bit weights suit it best.</source>
        <translation>这台电脑有 NVIDIA 显卡，最适合 16 位权重。</translation>
    </message>
    <message>
        <source>This computer&apos;s graphics card is used through DirectML, which needs 16-bit weights.</source>
        <translation>这台电脑的显卡通过 DirectML 使用，采用 16 位权重。</translation>
    </message>
    <message>
        <source>This computer has {0} GB of memory, which is little for the full model. 8-bit weights need the least. If captions fall behind, use the starter model.</source>
        <translation>这台电脑有 {0} GB 内存，对完整模型来说偏少。8 位权重需要的最少。如果字幕落后，请使用入门模型。</translation>
    </message>
    <message>
        <source>The graphics card has {0} GB of memory, too little for 16-bit weights. The processor will use 8-bit weights.</source>
        <translation>显卡有 {0} GB 显存，不足以使用 16 位权重。处理器将使用 8 位权重。</translation>
    </message>
    <message>
        <source>The model will run on the processor. 8-bit weights suit it best.</source>
        <translation>模型将在处理器上运行，最适合 8 位权重。</translation>
    </message>
    <message>
        <source>The folder {0} does not exist.</source>
        <translation>文件夹 {0} 不存在。</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}</source>
        <translation>无法读取文件夹 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} contains a GGUF model, which this program cannot read. It needs the model&apos;s safetensors files.</source>
        <translation>{0} 中是 GGUF 模型，本程序无法读取。它需要模型的 safetensors 文件。</translation>
    </message>
    <message>
        <source>{0} contains an incomplete download.</source>
        <translation>{0} 中的下载不完整。</translation>
    </message>
    <message>
        <source>{0} contains no model. A model folder has config.json and model.safetensors, or bundle.json.</source>
        <translation>{0} 中没有模型：模型文件夹里有 config.json 和 model.safetensors，或 bundle.json。</translation>
    </message>
    <message>
        <source>{0} contains several versions. Choose one of its folders.</source>
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
    <name>OverlayToolbar</name>
    <message numerus="yes">
        <source>%n new word(s)</source>
        <translation>
            <numerusform>%n 个新词</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PermissionDialog</name>
    <message>
        <source>Permission to type</source>
        <translation>输入权限</translation>
    </message>
    <message>
        <source>Let dictation type for you</source>
        <translation>让听写为您输入文字</translation>
    </message>
    <message>
        <source>Your desktop asks once whether this program may type into other windows. It calls this remote control.</source>
        <translation>您的桌面会询问一次，是否允许本程序在其他窗口中输入。桌面把这称为远程控制。</translation>
    </message>
    <message>
        <source>Without it, dictated text is only copied to the clipboard.</source>
        <translation>没有此权限时，听写的文字只会复制到剪贴板。</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>再次询问</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
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
        <source>On Wayland, the desktop decides where windows are and which are on top.</source>
        <translation>在 Wayland 上，窗口的位置和层次由桌面决定。</translation>
    </message>
</context>
<context>
    <name>PlacePreview</name>
    <message>
        <source>Where the captions stand on the screen</source>
        <translation>字幕在屏幕上的位置</translation>
    </message>
</context>
<context>
    <name>PrecisionPage</name>
    <message>
        <source>Delete the download after conversion</source>
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
        <source>How should {0} be saved?</source>
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
        <source>This temporarily needs {0} of space. {1} are free in {2}.</source>
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
        <source>Words never change. 文字不会改变。</source>
        <translation>文字不会改变。 Words never change.</translation>
    </message>
    <message>
        <source>Captions 字幕</source>
        <translation>字幕 Captions</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Your settings could not be read, so the defaults are used. The old file was kept: {file}</source>
        <translation>无法读取您的设置，现在使用默认设置。旧文件保留在：{file}</translation>
    </message>
    <message>
        <source>The program quit unexpectedly last time. What was saved until then is in the history.</source>
        <translation>程序上次意外退出。在那之前已保存的内容在历史记录中。</translation>
    </message>
    <message>
        <source>All recordings have been transcribed.</source>
        <translation>所有录音都已转写。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>R2T2 Captions</source>
        <translation>R2T2 字幕</translation>
    </message>
    <message>
        <source>An internal error occurred ({error}). Captions continue if possible.</source>
        <translation>发生内部错误（{error}）。字幕会尽可能继续。</translation>
    </message>
    <message>
        <source>Captions are hidden</source>
        <translation>字幕已隐藏</translation>
    </message>
    <message>
        <source>Click the tray icon to show them again.</source>
        <translation>点击托盘图标可以再次显示。</translation>
    </message>
</context>
<context>
    <name>ProgramAccess</name>
    <message>
        <source>Other programs cannot be served ({0}). Choose another port in the settings.</source>
        <translation>无法向其他程序提供服务（{0}）。请在设置中选择其他端口。</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Shown here when it is on</source>
        <translation>开启后显示在此处</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>For programs that accept the address of a transcription service (an “OpenAI compatible” one). Enter anything as key and model. Only programs on this computer can use it, and captions and dictation come first.</source>
        <translation>适用于可填写转写服务地址（“OpenAI 兼容”）的程序。密钥和模型可任意填写。仅本机程序可以使用，字幕和听写优先。</translation>
    </message>
</context>
<context>
    <name>ProgressPage</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Captions continue. You can hide this window; the work continues.</source>
        <translation>期间字幕继续运行。您可以隐藏此窗口；工作会继续。</translation>
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
        <source>Contacting {0}</source>
        <translation>正在联系 {0}</translation>
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
    <name>QuestionPicture</name>
    <message>
        <source>Switch on “Allow Remote Interaction”, then choose “Share”.</source>
        <translation>打开“允许远程交互”，然后选择“共享”。</translation>
    </message>
    <message>
        <source>Keep “Allow restoring on future sessions” on, then choose “Share”.</source>
        <translation>保持“允许在以后的会话中恢复”勾选，然后选择“共享”。</translation>
    </message>
    <message>
        <source>Remote Desktop</source>
        <translation>远程桌面</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Remember This Selection</source>
        <translation>记住此选择</translation>
    </message>
    <message>
        <source>Allow Remote Interaction</source>
        <translation>允许远程交互</translation>
    </message>
    <message>
        <source>Allow Clipboard Access</source>
        <translation>允许访问剪贴板</translation>
    </message>
    <message>
        <source>Remote control requested</source>
        <translation>请求远程控制</translation>
    </message>
    <message>
        <source>Access to: input devices</source>
        <translation>访问：输入设备</translation>
    </message>
    <message>
        <source>Allow restoring on future sessions</source>
        <translation>允许在以后的会话中恢复</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>RecognitionPage</name>
    <message>
        <source>Recognition</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>Whatever you choose, a word never changes once it is shown.</source>
        <translation>无论怎么选择，显示出来的文字都不会再改变。</translation>
    </message>
    <message>
        <source>If your choice does not work on this computer, the next best one is used and a message appears.</source>
        <translation>如果所选项在这台电脑上不可用，会改用次优的一项并显示消息。</translation>
    </message>
    <message>
        <source>Choose or download a model…</source>
        <translation>选择或下载模型…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>When microphone and computer are both heard, each line says who speaks.</source>
        <translation>同时收听麦克风和电脑声音时，每一行都会标明是谁在说话。</translation>
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
        <source>The model in {0} is damaged: {1!r} is not a file name.</source>
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
        <source>The model folder {0} does not exist.</source>
        <translation>没有模型文件夹 {0}。</translation>
    </message>
    <message>
        <source>The folder {0} contains no model: {1} is missing.</source>
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
        <source>The model in {0} is damaged: {1} has {2} bytes instead of {3}.</source>
        <translation>{0} 中的模型已损坏：{1} 有 {2} 个字节，应为 {3} 个。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: the content of {1} has changed.</source>
        <translation>{0} 中的模型已损坏：{1} 的内容已改变。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s config.json does not describe a Qwen3-ASR model: {0!r} is missing or wrong.</source>
        <translation>检查点的 config.json 不是 Qwen3-ASR 模型的：{0!r} 缺失或有误。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s config.json requires something this program does not support: {0}.</source>
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
        <source>an attention window of {0} frames, which is not a multiple of {1}</source>
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
        <source>The model bundle has an invalid {1}.{2}: {0!r}.</source>
        <translation>模型包中 {1}.{2} 的值无效：{0!r}。</translation>
    </message>
    <message>
        <source>The prompt needs {0} positions, but the model has {1}. Shorten the hotwords or the audio.</source>
        <translation>提示需要 {0} 个位置，而模型只有 {1} 个：请缩短热词或音频。</translation>
    </message>
    <message>
        <source>The decoder&apos;s cache is full.</source>
        <translation>解码器的缓存已满。</translation>
    </message>
    <message>
        <source>This recording is too long for one pass. Split it into shorter ones.</source>
        <translation>这段录音太长，无法一次识别：请分成较短的几段。</translation>
    </message>
    <message>
        <source>An attention window holds {0} embeddings, not {1}.</source>
        <translation>一个注意力窗口有 {0} 个嵌入，而不是 {1} 个。</translation>
    </message>
    <message>
        <source>The hotwords and context have {0:,} characters; the limit is {1:,}. Shorten them.</source>
        <translation>热词和上下文共有 {0:,} 个字符，上限为 {1:,} 个。请缩短。</translation>
    </message>
    <message>
        <source>The model does not know the language {0!r}. Choose auto or one of: {1}.</source>
        <translation>模型不认识语言 {0!r}。请选择 auto 或以下之一：{1}。</translation>
    </message>
    <message>
        <source>The execution provider {0!r} does not exist. Choose auto, {1}.</source>
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
        <source>{0} needs the model in {1}, but this one is {2}</source>
        <translation>{0} 需要 {1} 精度的模型，而这个是 {2}</translation>
    </message>
    <message>
        <source>an older version of this program converted the model; import it again</source>
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
        <source>The model in {0} is damaged: its graphs have {1} instead of {2} ({3}).</source>
        <translation>{0} 中的模型已损坏：其计算图中是 {1}，应为 {2}（{3}）。</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}. Using the {2} instead.</source>
        <translation>{0} 无法使用：{1}。改用 {2}。</translation>
    </message>
    <message>
        <source>{0} hotwords are too many for this model. It uses the first {1} of them.</source>
        <translation>{0} 个热词超出此模型的容量。只使用其中前 {1} 个。</translation>
    </message>
    <message>
        <source>The context is too long for this model. It uses the first {0:,} characters.</source>
        <translation>上下文超出此模型的容量。只使用前 {0:,} 个字符。</translation>
    </message>
    <message>
        <source>The {0} failed, and no other provider is available: {1}.</source>
        <translation>{0} 出现故障，且没有其他计算后端可用：{1}。</translation>
    </message>
    <message>
        <source>{0} failed ({1}). Continuing with the {2}.</source>
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
        <source>The model in {0} is damaged: it fails its self-test ({1:.0%} correct)</source>
        <translation>{0} 中的模型已损坏：未通过自检（正确率 {1:.0%}）</translation>
    </message>
    <message>
        <source>{0} computes wrong results on this computer ({1:.0%} correct)</source>
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
        <source>The tokenizer {0} is damaged or of an unknown kind: {1}.</source>
        <translation>分词器 {0} 已损坏或类型未知：{1}。</translation>
    </message>
    <message>
        <source>The tokenizer {0} is damaged: it is not JSON. Reinstall the model.</source>
        <translation>分词器 {0} 已损坏：它不是 JSON。请重新安装模型。</translation>
    </message>
    <message>
        <source>This stream has ended. Start a new one for more audio.</source>
        <translation>此数据流已结束：请为更多音频开始新的数据流。</translation>
    </message>
</context>
<context>
    <name>RecordingQueue</name>
    <message>
        <source>The folder “{0}” contains no recordings.</source>
        <translation>文件夹“{0}”中没有录音。</translation>
    </message>
    <message>
        <source>The folder “{0}” could not be read ({1}).</source>
        <translation>无法读取文件夹“{0}”（{1}）。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录音</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>{name} (track {track})</source>
        <translation>{name}（音轨 {track}）</translation>
    </message>
    <message>
        <source>No speech was recognised.</source>
        <translation>没有识别到语音。</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Transcribing</source>
        <translation>正在转写</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>RecordingsWindow</name>
    <message>
        <source>Recordings</source>
        <translation>录音</translation>
    </message>
    <message>
        <source>Add recordings…</source>
        <translation>添加录音…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Save subtitles</source>
        <translation>保存字幕</translation>
    </message>
    <message>
        <source>Show in history</source>
        <translation>在历史记录中显示</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>全部取消</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已结束的</translation>
    </message>
    <message>
        <source>Audio track:</source>
        <translation>音轨：</translation>
    </message>
    <message>
        <source>Audio track</source>
        <translation>音轨</translation>
    </message>
    <message>
        <source>Drop recordings, videos or folders here. They become text while captions continue.</source>
        <translation>把录音、视频或文件夹拖到这里。它们会转成文字，字幕继续运行。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>Add recordings</source>
        <translation>添加录音</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>“{0}” already exists. Replace it?</source>
        <translation>“{0}”已存在。要替换吗？</translation>
    </message>
    <message>
        <source>{0} of these files already exist. Replace them?</source>
        <translation>其中 {0} 个文件已存在。要替换吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Save only the others</source>
        <translation>只保存其他的</translation>
    </message>
    <message>
        <source>The subtitles were saved next to the recording.</source>
        <translation>字幕已保存到录音所在的文件夹。</translation>
    </message>
    <message>
        <source>{0} files with subtitles were saved next to the recordings.</source>
        <translation>{0} 个字幕文件已保存到录音所在的文件夹。</translation>
    </message>
</context>
<context>
    <name>Remote</name>
    <message>
        <source>“{0}” is outside your network. Use an address that begins with https://, so that it is encrypted.</source>
        <translation>“{0}”在您的网络之外。请使用以 https:// 开头的地址，以便加密。</translation>
    </message>
    <message>
        <source>“{0}” is not the address of a server. Enter one like https://server.example:8000.</source>
        <translation>“{0}”不是服务器地址。请输入类似 https://server.example:8000 的地址。</translation>
    </message>
    <message>
        <source>{0} Using {1}.</source>
        <translation>{0}改用 {1}。</translation>
    </message>
    <message>
        <source>{0} Continuing with {1}.</source>
        <translation>{0}改用 {1} 继续。</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{1} 上的 {0}</translation>
    </message>
    <message>
        <source>The model “{0}” on {1} is not a Confucius4-R2T2 or Qwen3-ASR model.</source>
        <translation>{1} 上的模型“{0}”不是 Confucius4-R2T2 或 Qwen3-ASR 模型。</translation>
    </message>
    <message>
        <source>{0} does not give out the tokens of its model. It needs vLLM 0.10 or later.</source>
        <translation>{0} 不提供其模型的词元。需要 vLLM 0.10 或更高版本。</translation>
    </message>
    <message>
        <source>{0} does not answer in time.</source>
        <translation>{0} 没有及时回应。</translation>
    </message>
    <message>
        <source>{0} sent an invalid response.</source>
        <translation>{0} 发送了无效的回应。</translation>
    </message>
    <message>
        <source>The certificate of {0} could not be verified ({1}).</source>
        <translation>无法验证 {0} 的证书（{1}）。</translation>
    </message>
    <message>
        <source>Could not connect to {0} ({1}).</source>
        <translation>无法连接到 {0}（{1}）。</translation>
    </message>
    <message>
        <source>{0} did not accept the access token.</source>
        <translation>{0} 不接受该访问令牌。</translation>
    </message>
    <message>
        <source>{0} is busy.</source>
        <translation>{0} 正忙。</translation>
    </message>
    <message>
        <source>{0} refused the request (error {1}: {2}).</source>
        <translation>{0} 拒绝了请求（错误 {1}：{2}）。</translation>
    </message>
    <message>
        <source>The stored certificate is damaged. Add the server again.</source>
        <translation>保存的证书已损坏。请重新添加服务器。</translation>
    </message>
    <message>
        <source>{0} is not a vLLM server.</source>
        <translation>{0} 不是 vLLM 服务器。</translation>
    </message>
    <message>
        <source>The context of “{0}” on {1} is too short: {2} tokens; at least {3} are needed.</source>
        <translation>{1} 上“{0}”的上下文太短：{2} 个词元；至少需要 {3} 个。</translation>
    </message>
    <message>
        <source>The model “{0}” on {1} does not take sound: {2}</source>
        <translation>{1} 上的模型“{0}”不接受声音：{2}</translation>
    </message>
    <message>
        <source>{0} cannot continue a text. Start it with the option --trust-request-chat-template.</source>
        <translation>{0} 无法续写文本。请用选项 --trust-request-chat-template 启动它。</translation>
    </message>
    <message>
        <source>{0} ended the connection.</source>
        <translation>{0} 结束了连接。</translation>
    </message>
    <message>
        <source>{0} cannot continue a text, so captions appear only at the end of each utterance, and the language is detected. Started with the option --trust-request-chat-template, it shows words as they are spoken.</source>
        <translation>{0} 无法续写文本，因此字幕只在每段话结束时出现，语言自动检测。用选项 --trust-request-chat-template 启动后，它会随讲随显。</translation>
    </message>
</context>
<context>
    <name>Removals</name>
    <message>
        <source>Remove the model {0} from the list? Its folder will be kept: {1}</source>
        <translation>从列表中移除模型 {0}？它的文件夹会保留：{1}</translation>
    </message>
    <message>
        <source>Remove the server {0} from the list?</source>
        <translation>要从列表中移除服务器 {0} 吗？</translation>
    </message>
    <message>
        <source>Remove the model {0}? This frees {1}.</source>
        <translation>删除模型 {0}？这会释放 {1}。</translation>
    </message>
    <message>
        <source>It is in use. Captions will continue with the starter model.</source>
        <translation>它正在使用；字幕将改用入门模型。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>It is still in use and will be removed when the program next starts.</source>
        <translation>它仍在使用，将在程序下次启动时删除。</translation>
    </message>
    <message>
        <source>Removing a model… You can continue or close this window.</source>
        <translation>正在删除模型…您可以继续操作，也可以关闭此窗口。</translation>
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
        <source>Press the button and speak. Press it again to stop.</source>
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
        <translation>您听写的内容出现在这里。</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>While a server is used, everything that is heard, your hotwords and the recognised text are sent to it. Use only a server that you trust. The main window shows where the sound goes for as long as it goes there.</source>
        <translation>使用服务器时，听到的所有声音、您的热词和识别出的文字都会发送给它。请只使用您信任的服务器。只要声音还在发送，主窗口就会显示它发往何处。</translation>
    </message>
    <message>
        <source>only if the server asks for one</source>
        <translation>仅在服务器要求时填写</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>vLLM, another computer’s “r2t2-captions serve”, or the official server (ws://). Several addresses of vLLM, separated by spaces, stand in for each other.</source>
        <translation>vLLM、另一台电脑的“r2t2-captions serve”，或官方服务器（ws://）。用空格分隔的多个 vLLM 地址可互相替代。</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>服务器的地址</translation>
    </message>
    <message>
        <source>This is my server. Accept this certificate and no other.</source>
        <translation>这是我的服务器。只接受此证书。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>使用此服务器</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>{name} can be used. It answers after {delay:.0f} ms.</source>
        <translation>{name} 可以使用。它在 {delay:.0f} 毫秒后回应。</translation>
    </message>
    <message>
        <source>{problem}
The server’s certificate has this SHA-256 fingerprint:
{fingerprint}</source>
        <translation>{problem}
服务器证书的 SHA-256 指纹为：
{fingerprint}</translation>
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
        <source>Microphone and computer</source>
        <translation>麦克风和电脑</translation>
    </message>
    <message>
        <source>Computer sound from</source>
        <translation>电脑声音来自</translation>
    </message>
    <message>
        <source>Name for your lines</source>
        <translation>您的显示名称</translation>
    </message>
    <message>
        <source>Name for the computer&apos;s lines</source>
        <translation>电脑声音的显示名称</translation>
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
        <source>Mask strong language</source>
        <translation>屏蔽粗话</translation>
    </message>
    <message>
        <source>Words to mask</source>
        <translation>要屏蔽的词</translation>
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
        <source>White on green (chroma key)</source>
        <translation>绿底白字（色键抠像）</translation>
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
        <source>Background colour</source>
        <translation>背景颜色</translation>
    </message>
    <message>
        <source>Background opacity</source>
        <translation>背景不透明度</translation>
    </message>
    <message>
        <source>Text outline</source>
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
        <source>Free memory when paused for</source>
        <translation>暂停多久后释放内存</translation>
    </message>
    <message>
        <source>Show who speaks</source>
        <translation>显示是谁在说话</translation>
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
        <source>At once, in parts of words</source>
        <translation>立即显示，可能只有单词的一部分</translation>
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
        <source>Clear after silence of</source>
        <translation>静音后清空</translation>
    </message>
    <message>
        <source>Hide the box when nobody speaks</source>
        <translation>无人说话时隐藏底框</translation>
    </message>
    <message>
        <source>Lock in place</source>
        <translation>锁定位置</translation>
    </message>
    <message>
        <source>While locked, let clicks pass through</source>
        <translation>锁定时让点击穿过</translation>
    </message>
    <message>
        <source>Show the captions as an ordinary window (window capture)</source>
        <translation>将字幕显示为普通窗口（用于窗口采集）</translation>
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
        <source>Top edge of the screen</source>
        <translation>屏幕上边缘</translation>
    </message>
    <message>
        <source>Bottom edge of the screen</source>
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
        <source>Don&apos;t store dictation</source>
        <translation>不保存听写</translation>
    </message>
    <message>
        <source>Never store dictation in</source>
        <translation>从不保存听写的程序</translation>
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
        <source>Times of lines</source>
        <translation>每行的时间</translation>
    </message>
    <message>
        <source>Since the start of the session</source>
        <translation>从会话开始算起</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
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
        <source>Insert text</source>
        <translation>插入文字</translation>
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
        <source>Typing only</source>
        <translation>仅键入</translation>
    </message>
    <message>
        <source>Pasting only</source>
        <translation>仅粘贴</translation>
    </message>
    <message>
        <source>Exceptions for single programs</source>
        <translation>个别程序的例外</translation>
    </message>
    <message>
        <source>If you switch to another window</source>
        <translation>如果您切换到其他窗口</translation>
    </message>
    <message>
        <source>Wait until you return to it</source>
        <translation>等您切换回来</translation>
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
        <source>Write spoken punctuation as marks: “comma”, “new line”</source>
        <translation>把说出的标点写成符号：“逗号”“换行”</translation>
    </message>
    <message>
        <source>Write numbers as digits: “$25”</source>
        <translation>数字写成阿拉伯数字：“25”</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>End a dictation after</source>
        <translation>听写最长时间</translation>
    </message>
    <message>
        <source>Pause captions while dictating</source>
        <translation>听写时暂停字幕</translation>
    </message>
    <message>
        <source>Play sounds at start and end</source>
        <translation>开始和结束时发出声音</translation>
    </message>
    <message>
        <source>Show the status</source>
        <translation>显示状态</translation>
    </message>
    <message>
        <source>At the text window</source>
        <translation>在文字窗口处</translation>
    </message>
    <message>
        <source>At the bottom of the screen</source>
        <translation>在屏幕底部</translation>
    </message>
    <message>
        <source>At the top of the screen</source>
        <translation>在屏幕顶部</translation>
    </message>
    <message>
        <source>Folder for models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Hub mirror</source>
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
        <source>Offer captions as a browser source (OBS)</source>
        <translation>把字幕作为浏览器源提供（OBS）</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Also show what was said before sharing began</source>
        <translation>同时显示开始共享之前的内容</translation>
    </message>
    <message>
        <source>Address on the network</source>
        <translation>网络中的地址</translation>
    </message>
    <message>
        <source>Let other programs on this computer recognise speech</source>
        <translation>允许本机上的其他程序识别语音</translation>
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
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Start with captions only, without this window</source>
        <translation>启动时只显示字幕，不显示此窗口</translation>
    </message>
    <message>
        <source>Keep captions running when the window is closed</source>
        <translation>关闭窗口后字幕继续运行</translation>
    </message>
    <message>
        <source>Keep the screen on while someone speaks</source>
        <translation>有人说话时保持屏幕常亮</translation>
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
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>Nothing found for “{0}”.</source>
        <translation>没有找到“{0}”。</translation>
    </message>
</context>
<context>
    <name>SharePage</name>
    <message>
        <source>Share with phones</source>
        <translation>共享到手机</translation>
    </message>
    <message>
        <source>Captions go directly to the phones in your network, without a server on the internet. They are not encrypted: anyone who has the address or records the network’s traffic can read along. Share only in networks that you trust.</source>
        <translation>字幕直接发送到您网络中的手机，不经过互联网上的服务器。传输未加密：任何知道此地址或记录网络流量的人都能看到字幕。请仅在您信任的网络中共享。</translation>
    </message>
    <message>
        <source>If a phone can’t open the page, check that it is in the same network (guest networks often keep devices apart) and that this computer’s firewall allows the port above. On Windows, choose “Allow” when asked.</source>
        <translation>如果手机无法打开页面，请检查手机是否在同一网络中（访客网络通常会隔离设备），以及本机防火墙是否允许上面的端口。在 Windows 上出现提示时，请选择“允许”。</translation>
    </message>
    <message>
        <source>Start sharing</source>
        <translation>开始共享</translation>
    </message>
    <message>
        <source>Everyone in the room can read the captions on a phone or tablet: they scan a code and need no app. They can only read.</source>
        <translation>在场的每个人都可以用手机或平板阅读字幕：扫码即可，无需安装应用。他们只能阅读。</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>停止共享</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Show the code large</source>
        <translation>放大显示二维码</translation>
    </message>
    <message>
        <source>Scan this code with a phone’s camera, or type the address:</source>
        <translation>用手机相机扫描此二维码，或输入地址：</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>{address}: open to the internet</source>
        <translation>{address}：对互联网开放</translation>
    </message>
    <message>
        <source>QR code with the address of the captions</source>
        <translation>包含字幕地址的二维码</translation>
    </message>
    <message numerus="yes">
        <source>%n viewer(s)</source>
        <translation>
            <numerusform>%n 位观众</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>另外 {n} 位</translation>
    </message>
    <message>
        <source>Browser</source>
        <translation>浏览器</translation>
    </message>
    <message>
        <source>{device} at {address}, since {time}</source>
        <translation>{device}（{address}），{time} 起</translation>
    </message>
</context>
<context>
    <name>Sharing</name>
    <message>
        <source>No local network was found. Connect this computer to one, or choose an address.</source>
        <translation>未找到本地网络。请将本机连接到网络，或选择一个地址。</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>停止共享</translation>
    </message>
    <message numerus="yes">
        <source>Captions are shared on the local network · %n viewer(s)</source>
        <translation>
            <numerusform>字幕正在本地网络中共享 · %n 位观众</numerusform>
        </translation>
    </message>
    <message>
        <source>Captions could not be shared ({reason}). Choose another port in the settings.</source>
        <translation>无法共享字幕（{reason}）。请在设置中选择其他端口。</translation>
    </message>
    <message>
        <source>Captions are shared at another address now. Viewers have to scan the new code.</source>
        <translation>字幕共享的地址已更改。观众需要扫描新的二维码。</translation>
    </message>
</context>
<context>
    <name>Sides</name>
    <message>
        <source>{name}:</source>
        <translation>{name}：</translation>
    </message>
    <message>
        <source>You</source>
        <translation>我</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>电脑</translation>
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
        <source>Nothing is lost while the model loads</source>
        <translation>加载模型时不会丢失任何内容</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>{provider} · {lag:.1f} s behind · {device}</source>
        <translation>{provider} · 落后 {lag:.1f} 秒 · {device}</translation>
    </message>
    <message>
        <source>{provider} · words after about {delay:.1f} s · {device}</source>
        <translation>{provider} · 文字约 {delay:.1f} 秒后出现 · {device}</translation>
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
        <source>Listening. The model is still loading; nothing is lost.</source>
        <translation>正在收听。模型仍在加载，不会丢失任何内容。</translation>
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
        <source>Shown here when it is on</source>
        <translation>开启后显示在这里</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Only programs on this computer can open the page, and only with its secret address.</source>
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
    <message>
        <source>For window capture in OBS, where the browser source is not wanted. The colours “White on green” can be keyed out.</source>
        <translation>用于 OBS 的窗口采集，适合不想使用浏览器源的情况。颜色“绿底白字”可以用色键抠除。</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Transcript</source>
        <translation>文稿</translation>
    </message>
    <message>
        <source>Captions appear here.</source>
        <translation>字幕显示在这里。</translation>
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
