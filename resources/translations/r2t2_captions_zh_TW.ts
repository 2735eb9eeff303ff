<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Pause captions</source>
        <translation>暫停字幕</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>繼續字幕</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Start captions</source>
        <translation>開始字幕</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>顯示字幕</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>隱藏字幕</translation>
    </message>
    <message>
        <source>Lock captions in place</source>
        <translation>把字幕鎖定在原處</translation>
    </message>
    <message>
        <source>Move captions by keyboard</source>
        <translation>用鍵盤移動字幕</translation>
    </message>
    <message>
        <source>Bring captions back on screen</source>
        <translation>把字幕帶回螢幕</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>縮小文字</translation>
    </message>
    <message>
        <source>Earlier captions</source>
        <translation>較早的字幕</translation>
    </message>
    <message>
        <source>Later captions</source>
        <translation>較新的字幕</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到即時</translation>
    </message>
    <message>
        <source>Copy captions</source>
        <translation>複製字幕</translation>
    </message>
    <message>
        <source>Show or hide the window</source>
        <translation>顯示或隱藏視窗</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>顯示視窗</translation>
    </message>
    <message>
        <source>Stop dictation</source>
        <translation>結束聽寫</translation>
    </message>
    <message>
        <source>Dictate</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>Open the scratchpad</source>
        <translation>開啟草稿板</translation>
    </message>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Share with phones</source>
        <translation>分享到手機</translation>
    </message>
    <message>
        <source>Open recordings…</source>
        <translation>開啟錄音…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>鎖定</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移動</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Dictate into the scratchpad.</source>
        <translation>聽寫到草稿板。</translation>
    </message>
    <message>
        <source>In any other window, hold {key}.</source>
        <translation>在其他任何視窗中，按住 {key} 聽寫。</translation>
    </message>
    <message>
        <source>Show the captions above all windows</source>
        <translation>在所有視窗之上顯示字幕</translation>
    </message>
    <message>
        <source>Turn recordings and videos into text</source>
        <translation>把錄音和影片轉成文字</translation>
    </message>
    <message>
        <source>Keep captions in place and let clicks pass through</source>
        <translation>讓字幕留在原處，並讓點擊穿透</translation>
    </message>
</context>
<context>
    <name>AdjustDialog</name>
    <message>
        <source>Move the captions</source>
        <translation>移動字幕</translation>
    </message>
    <message>
        <source>Arrow keys: move
Shift + left or right: narrower or wider
Shift + up or down: more or fewer lines
Plus or minus: larger or smaller text
Page Up or Page Down: earlier or later captions
Ctrl with any of these: small steps
Enter: keep     Esc: cancel</source>
        <translation>方向鍵：移動
Shift + 左或右：變窄或變寬
Shift + 上或下：增加或減少行數
加號或減號：放大或縮小文字
Page Up 或 Page Down：較早或較新的字幕
同時按 Ctrl：小步調整
Enter：保留     Esc：取消</translation>
    </message>
</context>
<context>
    <name>Audio</name>
    <message>
        <source>Captions of what the computer plays need the package PyAudioWPatch: pip install PyAudioWPatch</source>
        <translation>要為電腦播放的聲音加字幕，需要 PyAudioWPatch 套件：pip install PyAudioWPatch</translation>
    </message>
    <message>
        <source>There is no output called “{name}”.</source>
        <translation>沒有名為「{name}」的輸出裝置。</translation>
    </message>
    <message>
        <source>The sound of “{name}” could not be captured ({error}).</source>
        <translation>無法擷取「{name}」的聲音（{error}）。</translation>
    </message>
    <message>
        <source>“{name}” was disconnected.</source>
        <translation>「{name}」已中斷連線。</translation>
    </message>
    <message>
        <source>macOS does not let programs record what it plays. Install a virtual sound device (for example BlackHole), make it part of a multi-output device in Audio MIDI Setup, and choose it here.</source>
        <translation>macOS 不允許程式錄製它播放的聲音。請安裝虛擬聲音裝置（例如 BlackHole），在「音訊 MIDI 設定」中把它加入多輸出裝置，然後在這裡選擇它。</translation>
    </message>
    <message>
        <source>No sound output was found that can be captioned.</source>
        <translation>沒有找到可以加字幕的聲音輸出裝置。</translation>
    </message>
    <message>
        <source>The sound server is not responding.</source>
        <translation>聲音服務沒有回應。</translation>
    </message>
    <message>
        <source>The sound system is not responding ({error}).</source>
        <translation>聲音系統沒有回應（{error}）。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>沒有連接麥克風。</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>標準輸入</translation>
    </message>
    <message>
        <source>“{path}” contains values that are not numbers, first at {seconds:.1f} s. They were silenced.</source>
        <translation>「{path}」含有不是數字的值，首次出現在 {seconds:.1f} 秒處。這些值已靜音。</translation>
    </message>
    <message>
        <source>The file “{path}” does not exist.</source>
        <translation>檔案「{path}」不存在。</translation>
    </message>
    <message>
        <source>“{path}” is a folder, not a recording.</source>
        <translation>「{path}」是資料夾，不是錄音。</translation>
    </message>
    <message>
        <source>“{path}” is empty.</source>
        <translation>「{path}」是空的。</translation>
    </message>
    <message>
        <source>“{path}” cannot be read ({reason}).</source>
        <translation>無法讀取「{path}」（{reason}）。</translation>
    </message>
    <message>
        <source>“{path}” is not a supported recording ({reason}).</source>
        <translation>「{path}」不是受支援的錄音格式（{reason}）。</translation>
    </message>
    <message>
        <source>“{path}” is damaged: its header gives {rate} samples per second.</source>
        <translation>「{path}」已損壞：檔案頭寫的是每秒 {rate} 個取樣。</translation>
    </message>
    <message>
        <source>“{path}” contains no sound.</source>
        <translation>「{path}」裡沒有聲音。</translation>
    </message>
    <message>
        <source>“{path}” has no audio track {track}. Available: {tracks}.</source>
        <translation>「{path}」沒有音軌 {track}。可用：{tracks}。</translation>
    </message>
    <message>
        <source>unknown codec</source>
        <translation>未知的編解碼器</translation>
    </message>
    <message>
        <source>“{path}” is damaged after {seconds:.1f} s ({reason}).</source>
        <translation>「{path}」在 {seconds:.1f} 秒之後已損壞（{reason}）。</translation>
    </message>
    <message>
        <source>{reason} Your captions are saved and will resume automatically.</source>
        <translation>{reason}您的字幕已儲存，並會自動恢復。</translation>
    </message>
    <message>
        <source>“{missing}” is not connected. Listening to “{name}” until it is back.</source>
        <translation>「{missing}」未連接：在它連接之前改為收聽「{name}」。</translation>
    </message>
    <message>
        <source>“{name}” is connected again.</source>
        <translation>「{name}」已重新連接。</translation>
    </message>
    <message>
        <source>Now listening to “{name}”.</source>
        <translation>現在收聽「{name}」。</translation>
    </message>
    <message>
        <source>The sound library PortAudio is missing. On Debian or Ubuntu: sudo apt install libportaudio2</source>
        <translation>缺少音訊程式庫 PortAudio。在 Debian 或 Ubuntu 上：sudo apt install libportaudio2</translation>
    </message>
    <message>
        <source>The system&apos;s sound devices could not be listed ({error}). If this continues, unplug the microphone and plug it in again, or restart the computer.</source>
        <translation>無法列出系統的聲音裝置（{error}）。如果一直這樣，請拔下麥克風再重新插上，或重新啟動電腦。</translation>
    </message>
    <message>
        <source>There is no microphone called “{name}”.</source>
        <translation>沒有名為「{name}」的麥克風。</translation>
    </message>
    <message>
        <source>“{name}” could not be opened ({reason}). Another program may be using it, or this program may not use the microphone.</source>
        <translation>無法開啟「{name}」（{reason}）。可能有別的程式正在使用它，或者沒有麥克風權限。</translation>
    </message>
    <message>
        <source>“{name}” stopped because of an internal error ({error}).</source>
        <translation>由於內部錯誤（{error}），「{name}」已停止。</translation>
    </message>
    <message>
        <source>No recording was chosen.</source>
        <translation>沒有選擇錄音。</translation>
    </message>
    <message>
        <source>The recorder of the sound server is missing. On Debian or Ubuntu: sudo apt install pulseaudio-utils</source>
        <translation>缺少聲音服務的錄音工具。在 Debian 或 Ubuntu 上：sudo apt install pulseaudio-utils</translation>
    </message>
    <message>
        <source>“{name}” could not be opened: {reason}.</source>
        <translation>無法開啟「{name}」：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” has stopped sending sound.</source>
        <translation>「{name}」不再發送聲音。</translation>
    </message>
    <message>
        <source>An internal error occurred ({error}). Captions restart.</source>
        <translation>發生內部錯誤（{error}）。字幕重新開始。</translation>
    </message>
    <message>
        <source>The captions have ended.</source>
        <translation>字幕已結束。</translation>
    </message>
    <message>
        <source>{seconds:.1f} s of sound were lost because the computer was too busy.</source>
        <translation>丟失了 {seconds:.1f} 秒聲音：電腦太忙，來不及錄製。</translation>
    </message>
    <message>
        <source>Recognition is more than {limit:.0f} s behind. {seconds:.0f} s of sound have been skipped so far.</source>
        <translation>辨識落後超過 {limit:.0f} 秒，到目前為止已略過 {seconds:.0f} 秒聲音。</translation>
    </message>
    <message>
        <source>“{model}” is back, and captions use it again.</source>
        <translation>「{model}」已恢復，字幕重新使用它。</translation>
    </message>
    <message>
        <source>“{model}” remains in use.</source>
        <translation>繼續使用「{model}」。</translation>
    </message>
    <message>
        <source>“{model}” is used instead.</source>
        <translation>改為使用「{model}」。</translation>
    </message>
    <message>
        <source>Speech recognition hit an error ({error}). Captions continue.</source>
        <translation>語音辨識出錯（{error}）。字幕繼續。</translation>
    </message>
    <message>
        <source>The model keeps failing.</source>
        <translation>模型不斷出錯。</translation>
    </message>
    <message>
        <source>{reason} Until it is back, captions continue on this computer.</source>
        <translation>{reason}在它恢復之前，字幕在這台電腦上繼續。</translation>
    </message>
    <message>
        <source>Loading the model. Everything said now will be captioned.</source>
        <translation>正在載入模型。現在說的話之後都會顯示為字幕。</translation>
    </message>
    <message>
        <source>Captions are {seconds:.0f} s behind.</source>
        <translation>字幕落後 {seconds:.0f} 秒。</translation>
    </message>
    <message>
        <source>The recording has ended.</source>
        <translation>錄音已結束。</translation>
    </message>
    <message>
        <source>Opening the sound device…</source>
        <translation>正在開啟聲音裝置…</translation>
    </message>
    <message>
        <source>If this continues, use the starter model.</source>
        <translation>如果一直這樣，請使用入門模型。</translation>
    </message>
    <message>
        <source>If this continues, set Speed to “Automatic”, or use the starter model.</source>
        <translation>如果一直這樣，請把速度設為「自動」，或使用入門模型。</translation>
    </message>
    <message>
        <source>Nothing is playing on “{device}”.</source>
        <translation>「{device}」上沒有播放任何聲音。</translation>
    </message>
    <message>
        <source>The microphone is silent, and nothing is playing.</source>
        <translation>麥克風沒有聲音，電腦也沒有播放任何聲音。</translation>
    </message>
    <message>
        <source>“{device}” is silent. Is the microphone muted?</source>
        <translation>「{device}」沒有聲音。麥克風是否靜音了？</translation>
    </message>
    <message>
        <source>The model in “{folder}” could not be loaded ({error}).</source>
        <translation>無法載入「{folder}」中的模型（{error}）。</translation>
    </message>
    <message>
        <source>Set Speed to “Automatic”, which works in longer steps.</source>
        <translation>請把速度設為「自動」，它以更長的步長工作。</translation>
    </message>
    <message>
        <source>The starter model is faster.</source>
        <translation>入門模型更快。</translation>
    </message>
    <message>
        <source>“{model}” needs {need:.1f} s for every {chunk:.2f} s of speech on this computer ({provider}), so captions will fall behind.</source>
        <translation>在這台電腦上（{provider}），「{model}」處理每 {chunk:.2f} 秒語音需要 {need:.1f} 秒，字幕會逐漸落後。</translation>
    </message>
    <message>
        <source>Captions stopped because of an internal error ({error}). Quit the program and start it again.</source>
        <translation>由於內部錯誤（{error}），字幕已停止。請結束程式並重新啟動。</translation>
    </message>
    <message>
        <source>Echo can&apos;t be removed on this computer. Use headphones, or choose one source.</source>
        <translation>這台電腦無法消除回音。請使用耳機，或只選擇一個音源。</translation>
    </message>
</context>
<context>
    <name>Awake</name>
    <message>
        <source>Captions are running</source>
        <translation>字幕正在執行</translation>
    </message>
</context>
<context>
    <name>CaptionPage</name>
    <message>
        <source>The caption page for OBS could not start ({0}). Choose another port in the settings.</source>
        <translation>無法啟動給 OBS 用的字幕頁面（{0}）。請在設定中換一個連接埠。</translation>
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
        <translation>話音未落，文字就出現在所有視窗之上，之後不再改變。</translation>
    </message>
    <message>
        <source>Say something. It appears here, and above all windows.</source>
        <translation>說點什麼。文字會出現在這裡，也會出現在所有視窗之上。</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>Any computer</source>
        <translation>任何電腦</translation>
    </message>
    <message>
        <source>A graphics card; two processor cores cannot keep up with speech</source>
        <translation>需要顯示卡；兩個處理器核心跟不上說話的速度</translation>
    </message>
</context>
<context>
    <name>Cli</name>
    <message>
        <source>Live captions and dictation on your own computer. Without a command, opens the window.</source>
        <translation>在自己的電腦上即時顯示字幕和聽寫。不加命令時開啟視窗。</translation>
    </message>
    <message>
        <source>offer the recogniser to other programs</source>
        <translation>向其他程式提供辨識服務</translation>
    </message>
    <message>
        <source>open the window; without a screen or a microphone, captions in this terminal</source>
        <translation>開啟視窗；沒有螢幕或麥克風時，在此終端機顯示字幕</translation>
    </message>
    <message>
        <source>download, convert, select and remove models</source>
        <translation>下載、轉換、選擇和刪除模型</translation>
    </message>
    <message>
        <source>measure the model on this computer</source>
        <translation>測量模型在這台電腦上的速度</translation>
    </message>
    <message>
        <source>A part of the program cannot be loaded ({0}). Run “r2t2-captions doctor” to see what is missing.</source>
        <translation>程式的一個組成部分無法載入（{0}）。執行「r2t2-captions doctor」可檢視缺少什麼。</translation>
    </message>
    <message>
        <source>Use “r2t2-captions live” for captions in the terminal, or “r2t2-captions transcribe” for a recording.</source>
        <translation>「r2t2-captions live」在終端機顯示字幕，「r2t2-captions transcribe」把錄音轉成文字。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>沒有連接麥克風。</translation>
    </message>
    <message>
        <source>{0} Captions appear in this terminal.</source>
        <translation>{0}字幕顯示在此終端機。</translation>
    </message>
    <message>
        <source>This installation has no benchmark.</source>
        <translation>此安裝不含效能測試。</translation>
    </message>
    <message>
        <source>“{0}” is not a number of milliseconds from {1} to {2}</source>
        <translation>「{0}」不是 {1} 到 {2} 之間的毫秒數</translation>
    </message>
    <message>
        <source>name or code; auto to detect it (default)</source>
        <translation>名稱或代碼；auto 表示自動偵測（預設）</translation>
    </message>
    <message>
        <source>names and terms to spell this way, separated by commas</source>
        <translation>要按此拼寫的名字和術語，用逗號分隔</translation>
    </message>
    <message>
        <source>a sentence or two about the subject</source>
        <translation>關於主題的一兩句話</translation>
    </message>
    <message>
        <source>speed or accuracy; automatic: as soon as this computer can</source>
        <translation>速度或準確度；automatic：盡這台電腦所能地快</translation>
    </message>
    <message>
        <source>milliseconds of sound per decoding step, 80 to 2000</source>
        <translation>每個解碼步驟的聲音長度（毫秒），80 到 2000</translation>
    </message>
    <message>
        <source>first steps without a stable prefix (default: from the preset)</source>
        <translation>不帶穩定字首的起始步驟數（預設值取自速度設定）</translation>
    </message>
    <message>
        <source>tokens rolled back at the end (default: from the preset)</source>
        <translation>末尾回退的詞元數（預設值取自速度設定）</translation>
    </message>
    <message>
        <source>most tokens per step (default: from the preset)</source>
        <translation>每個步驟最多的詞元數（預設值取自速度設定）</translation>
    </message>
    <message>
        <source>roll nothing back behind punctuation</source>
        <translation>標點之後不回退詞元</translation>
    </message>
    <message>
        <source>folder or name of a model; the selected one by default</source>
        <translation>模型的資料夾或名稱；預設使用目前模型</translation>
    </message>
    <message>
        <source>recognise on this server instead; all sound is sent there</source>
        <translation>改在此伺服器上辨識；所有聲音都會傳送到那裡</translation>
    </message>
    <message>
        <source>access token of the server (default: {0})</source>
        <translation>伺服器的存取權杖（預設：{0}）</translation>
    </message>
    <message>
        <source>processor for the model: {0}</source>
        <translation>模型使用的處理器：{0}</translation>
    </message>
    <message>
        <source>All sound is sent to {0}.</source>
        <translation>所有聲音都會傳送到 {0}。</translation>
    </message>
    <message>
        <source>There is no folder and no installed model called “{0}”.</source>
        <translation>沒有名為「{0}」的資料夾或已安裝模型。</translation>
    </message>
    <message>
        <source>show captions in this terminal</source>
        <translation>在此終端機顯示字幕</translation>
    </message>
    <message>
        <source>what to listen to</source>
        <translation>收聽什麼</translation>
    </message>
    <message>
        <source>a microphone; “doctor” lists them</source>
        <translation>麥克風；「doctor」會列出</translation>
    </message>
    <message>
        <source>an output; “doctor” lists them</source>
        <translation>輸出裝置；「doctor」會列出</translation>
    </message>
    <message>
        <source>pause that ends a line</source>
        <translation>結束一行的停頓</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>There is no {0} called “{1}”. Available: {2}.</source>
        <translation>沒有名為「{1}」的{0}。可用：{2}。</translation>
    </message>
    <message>
        <source>microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>output</source>
        <translation>輸出裝置</translation>
    </message>
    <message>
        <source>{0} Using the bundled sample recording instead.</source>
        <translation>{0}改用內附的範例錄音。</translation>
    </message>
    <message>
        <source>Listening to “{0}” with {1} on {2}. Press Ctrl+C to stop.</source>
        <translation>正在收聽「{0}」，使用 {1}，執行於 {2}。按 Ctrl+C 結束。</translation>
    </message>
    <message>
        <source>Listening to “{0}” with {1} on {2}, words after about {3:.1f} s. Press Ctrl+C to stop.</source>
        <translation>正在收聽「{0}」，使用 {1}，執行於 {2}，文字約 {3:.1f} 秒後出現。按 Ctrl+C 結束。</translation>
    </message>
    <message>
        <source>transcribe a recording</source>
        <translation>把錄音轉成文字</translation>
    </message>
    <message>
        <source>a recording or a video, a folder of them, or - for standard input</source>
        <translation>錄音或影片、包含它們的資料夾，或代表標準輸入的 -</translation>
    </message>
    <message>
        <source>audio track of a video, counted from 1</source>
        <translation>影片的音軌，從 1 開始計數</translation>
    </message>
    <message>
        <source>process it as live captions would</source>
        <translation>像即時字幕那樣處理</translation>
    </message>
    <message>
        <source>output format</source>
        <translation>輸出格式</translation>
    </message>
    <message>
        <source>write to a file</source>
        <translation>寫入檔案</translation>
    </message>
    <message>
        <source>write a file next to each recording, unless it exists</source>
        <translation>在每個錄音旁寫入一個檔案，已存在的除外</translation>
    </message>
    <message>
        <source>Use --beside to write a file for each recording.</source>
        <translation>請使用 --beside 為每個錄音寫入一個檔案。</translation>
    </message>
    <message>
        <source>{0} of {1} recordings transcribed.</source>
        <translation>已轉錄 {1} 個錄音中的 {0} 個。</translation>
    </message>
    <message>
        <source>{0} skipped, because the file next to it exists.</source>
        <translation>略過 {0} 個，因為旁邊的檔案已存在。</translation>
    </message>
    <message>
        <source>{0} failed.</source>
        <translation>{0} 個失敗。</translation>
    </message>
    <message>
        <source>The folder “{0}” contains no recordings.</source>
        <translation>資料夾「{0}」中沒有錄音。</translation>
    </message>
    <message>
        <source>Standard input has no place for a file next to it. Use --output.</source>
        <translation>標準輸入旁無法寫入檔案。請使用 --output。</translation>
    </message>
    <message>
        <source>“{0}” has {1} audio tracks: {2}. Using {3}. Choose another with --track.</source>
        <translation>「{0}」有 {1} 條音軌：{2}。正在使用 {3}。可用 --track 選擇其他音軌。</translation>
    </message>
    <message>
        <source>The folder “{0}” does not exist.</source>
        <translation>資料夾「{0}」不存在。</translation>
    </message>
    <message>
        <source>“{0}” is the recording itself. Choose another output file.</source>
        <translation>「{0}」就是錄音檔案本身。請選擇另一個輸出檔案。</translation>
    </message>
    <message>
        <source>No speech was recognised.</source>
        <translation>沒有辨識到語音。</translation>
    </message>
    <message>
        <source>TCP port (default: {0})</source>
        <translation>TCP 連接埠（預設：{0}）</translation>
    </message>
    <message>
        <source>local address to listen on (default: this computer only)</source>
        <translation>監聽的本機位址（預設：僅限本機）</translation>
    </message>
    <message>
        <source>host name of this server; may be repeated</source>
        <translation>此伺服器的主機名稱；可重複使用</translation>
    </message>
    <message>
        <source>secret that programs have to send; the variable {0} works too</source>
        <translation>程式必須傳送的金鑰；也可使用環境變數 {0}</translation>
    </message>
    <message>
        <source>most live streams at once (default: {0})</source>
        <translation>同時進行的即時串流上限（預設：{0}）</translation>
    </message>
    <message>
        <source>most recordings at once (default: {0})</source>
        <translation>同時處理的錄音上限（預設：{0}）</translation>
    </message>
    <message>
        <source>Other computers could use this server. Set a secret with --token.</source>
        <translation>其他電腦可以使用此伺服器。請用 --token 設定金鑰。</translation>
    </message>
    <message>
        <source>Serving on http://{0}:{1}/v1. Press Ctrl+C to stop.</source>
        <translation>服務位址：http://{0}:{1}/v1。按 Ctrl+C 停止。</translation>
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
        <translation>字幕仍在執行</translation>
    </message>
    <message>
        <source>Use the tray icon to open the window or quit.</source>
        <translation>使用系統匣圖示開啟視窗或結束。</translation>
    </message>
</context>
<context>
    <name>CodeWindow</name>
    <message>
        <source>Captions on your phone</source>
        <translation>在手機上看字幕</translation>
    </message>
    <message>
        <source>Scan to read the captions on your phone</source>
        <translation>掃描即可在手機上閱讀字幕</translation>
    </message>
</context>
<context>
    <name>ConnectionPage</name>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>the program&apos;s data folder</source>
        <translation>本程式的資料資料夾</translation>
    </message>
    <message>
        <source>the system&apos;s, or http://host:8080</source>
        <translation>系統的代理，或 http://host:8080</translation>
    </message>
    <message>
        <source>only for models that require an account</source>
        <translation>只用於需要帳戶的模型</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Folder and connection</source>
        <translation>資料夾與連線</translation>
    </message>
    <message>
        <source>Sound and text stay on this computer unless you choose a server. Otherwise, the network is used only when you download a model.</source>
        <translation>除非您選擇伺服器，否則聲音和文字都留在這台電腦上。除此之外，只有下載模型時才使用網路。</translation>
    </message>
    <message>
        <source>Set by the environment variable {0}.</source>
        <translation>由環境變數 {0} 設定。</translation>
    </message>
    <message>
        <source>Models in other folders stay there.</source>
        <translation>在其他資料夾中的模型會留在那裡。</translation>
    </message>
    <message>
        <source>Checking the folder…</source>
        <translation>正在檢查資料夾…</translation>
    </message>
</context>
<context>
    <name>Conversion</name>
    <message>
        <source>{0} could not be read: {1}.</source>
        <translation>無法讀取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} is truncated: the download is incomplete.</source>
        <translation>{0} 不完整：下載沒有完成。</translation>
    </message>
    <message>
        <source>model.safetensors.index.json has no weight_map.</source>
        <translation>model.safetensors.index.json 中沒有 weight_map。</translation>
    </message>
    <message>
        <source>There is no model.safetensors in {0}.</source>
        <translation>{0} 中沒有 model.safetensors。</translation>
    </message>
    <message>
        <source>The tensor {0} is missing from the checkpoint.</source>
        <translation>檢查點缺少張量 {0}。</translation>
    </message>
    <message>
        <source>The tensor {0} and {1} more are missing from the checkpoint.</source>
        <translation>檢查點缺少張量 {0} 以及另外 {1} 個。</translation>
    </message>
    <message>
        <source>The tensor {0} has the unsupported type {1}; bf16, fp16 or fp32 is expected.</source>
        <translation>張量 {0} 的型別 {1} 不受支援；應為 bf16、fp16 或 fp32。</translation>
    </message>
    <message>
        <source>The tensor {0} has the shape {1}; {2} is expected.</source>
        <translation>張量 {0} 的形狀為 {1}，應為 {2}。</translation>
    </message>
    <message>
        <source>{0} is not a safetensors file, or it is truncated.</source>
        <translation>{0} 不是 safetensors 檔案，或者不完整。</translation>
    </message>
    <message>
        <source>{0} is not a safetensors file.</source>
        <translation>{0} 不是 safetensors 檔案。</translation>
    </message>
    <message>
        <source>{0} is damaged: the description of the tensor {1} is incomplete.</source>
        <translation>{0} 已損壞：張量 {1} 的描述不完整。</translation>
    </message>
    <message>
        <source>{0} is damaged: the tensor {1} has the wrong size.</source>
        <translation>{0} 已損壞：張量 {1} 的大小不符。</translation>
    </message>
    <message>
        <source>{0} could not be read in {1}: {2}.</source>
        <translation>無法讀取 {1} 中的 {0}：{2}。</translation>
    </message>
    <message>
        <source>{0} in {1} is not valid JSON.</source>
        <translation>{1} 中的 {0} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>{0} in {1} is not a JSON object.</source>
        <translation>{1} 中的 {0} 不是 JSON 物件。</translation>
    </message>
    <message>
        <source>The precision {0!r} does not exist; choose {1}.</source>
        <translation>沒有精度 {0!r}；請選擇 {1}。</translation>
    </message>
    <message>
        <source>{0} already exists.</source>
        <translation>{0} 已經存在。</translation>
    </message>
    <message>
        <source>The converted model does not work: {0}</source>
        <translation>轉換後的模型無法工作：{0}</translation>
    </message>
    <message>
        <source>The disk with {0} has {1:.1f} GB free; the {2} model needs {3:.1f} GB.</source>
        <translation>{0} 所在的磁碟有 {1:.1f} GB 可用空間；{2} 模型需要 {3:.1f} GB。</translation>
    </message>
    <message>
        <source>The conversion was cancelled.</source>
        <translation>轉換已取消。</translation>
    </message>
    <message>
        <source>The disk with {0} is full. The unfinished model was removed.</source>
        <translation>{0} 所在的磁碟已滿；未完成的模型已被刪除。</translation>
    </message>
    <message>
        <source>The model could not be written to {0}: {1}.</source>
        <translation>無法將模型寫入 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} has no tokenizer: neither tokenizer.json nor vocab.json with merges.txt.</source>
        <translation>{0} 中沒有分詞器：既沒有 tokenizer.json，也沒有 vocab.json 和 merges.txt。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer is damaged: {0}.</source>
        <translation>檢查點的分詞器已損壞：{0}。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer does not map {0} to the id {1}.</source>
        <translation>檢查點的分詞器沒有把編號 {1} 賦給 {0}。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer has no {0}, so it does not belong to a Qwen3-ASR model.</source>
        <translation>檢查點的分詞器中沒有 {0}：它不是 Qwen3-ASR 模型的分詞器。</translation>
    </message>
    <message>
        <source>The audio token is {0} in config.json and {1} in the tokenizer.</source>
        <translation>config.json 中音訊標記的編號是 {0}，分詞器中是 {1}。</translation>
    </message>
</context>
<context>
    <name>DesktopKeyField</name>
    <message>
        <source>None</source>
        <translation>無</translation>
    </message>
</context>
<context>
    <name>Dictation</name>
    <message>
        <source>This desktop doesn&apos;t allow apps to register global hotkeys. In the system&apos;s keyboard settings, set a key that runs “r2t2-captions --dictate”.</source>
        <translation>此桌面不允許應用程式註冊全域快捷鍵。請在系統的鍵盤設定中設定一個鍵來執行「r2t2-captions --dictate」。</translation>
    </message>
    <message>
        <source>No desktop is running, so hotkeys are not available.</source>
        <translation>沒有執行桌面，因此快捷鍵不可用。</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t allow apps to type. Dictated text is copied to the clipboard for you to paste. Install “ydotool” to have it inserted.</source>
        <translation>此桌面不允許應用程式鍵入文字。聽寫的文字會複製到剪貼簿，由您貼上。安裝「ydotool」後可以自動輸入。</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t allow apps to type. Dictated text is copied to the clipboard for you to paste. Install “wtype” or “ydotool” to have it inserted.</source>
        <translation>此桌面不允許應用程式鍵入文字。聽寫的文字會複製到剪貼簿，由您貼上。安裝「wtype」或「ydotool」後可以自動輸入。</translation>
    </message>
    <message>
        <source>Dictate while held</source>
        <translation>按住時聽寫</translation>
    </message>
    <message>
        <source>Start or stop dictation</source>
        <translation>開始或停止聽寫</translation>
    </message>
    <message>
        <source>Dictate (hold, or tap to switch)</source>
        <translation>聽寫（按住，或輕按切換）</translation>
    </message>
    <message>
        <source>Cancel dictation</source>
        <translation>取消聽寫</translation>
    </message>
    <message>
        <source>Pause or resume the captions</source>
        <translation>暫停或繼續字幕</translation>
    </message>
    <message>
        <source>Unlock the captions and bring them back on screen</source>
        <translation>解鎖字幕並帶回螢幕</translation>
    </message>
    <message>
        <source>Hotkeys are not working: %1</source>
        <translation>快捷鍵不可用：%1</translation>
    </message>
    <message>
        <source>macOS does not let this program see key presses yet. Allow it in System Settings &gt; Privacy &amp; Security &gt; Accessibility, then restart the program.</source>
        <translation>macOS 還不允許本程式接收按鍵。請在「系統設定」&gt;「隱私權與安全性」&gt;「輔助使用」中允許，然後重新啟動本程式。</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>該視窗</translation>
    </message>
    <message>
        <source>No window had the focus.</source>
        <translation>沒有視窗處於焦點狀態。</translation>
    </message>
    <message>
        <source>This text can be neither typed nor pasted here.</source>
        <translation>此處既無法鍵入也無法貼上這段文字。</translation>
    </message>
    <message>
        <source>The system does not let this program type into %1.</source>
        <translation>系統不允許本程式在 %1 中鍵入。</translation>
    </message>
    <message>
        <source>%1 closed before the text arrived.</source>
        <translation>文字送達之前，%1 已關閉。</translation>
    </message>
    <message>
        <source>%1 did not accept the text.</source>
        <translation>%1 沒有接受文字。</translation>
    </message>
    <message>
        <source>The text could not be inserted into %1.</source>
        <translation>文字未能插入 %1。</translation>
    </message>
    <message>
        <source>The text was copied to the clipboard. Press Ctrl+V where you want it.</source>
        <translation>文字已複製到剪貼簿。在需要的位置按 Ctrl+V。</translation>
    </message>
    <message>
        <source>The text is in the history.</source>
        <translation>文字在歷史記錄中。</translation>
    </message>
    <message>
        <source>It could not be put on the clipboard either.</source>
        <translation>也無法放到剪貼簿上。</translation>
    </message>
    <message>
        <source>“{text}” is not a valid shortcut: only ctrl, alt, shift and super can be held down.</source>
        <translation>「{text}」不是有效的快捷鍵：只能按住 ctrl、alt、shift 和 super。</translation>
    </message>
    <message>
        <source>“{text}” is not a valid shortcut: there is no key called “{key}”.</source>
        <translation>「{text}」不是有效的快捷鍵：沒有名為「{key}」的鍵。</translation>
    </message>
    <message>
        <source>“{text}” is not a valid shortcut: a modifier key can only be used alone.</source>
        <translation>「{text}」不是有效的快捷鍵：修飾鍵只能單獨使用。</translation>
    </message>
    <message>
        <source>This key cannot be used for pasting.</source>
        <translation>無法用這個鍵來貼上。</translation>
    </message>
    <message>
        <source>Could not connect to the session bus ({reason}).</source>
        <translation>無法連線工作階段匯流排（{reason}）。</translation>
    </message>
    <message>
        <source>The desktop refused the request: {reason}</source>
        <translation>桌面拒絕了要求：{reason}</translation>
    </message>
    <message>
        <source>Permission was not given.</source>
        <translation>未獲得授權。</translation>
    </message>
    <message>
        <source>The desktop cancelled the request.</source>
        <translation>桌面取消了要求。</translation>
    </message>
    <message>
        <source>The desktop did not respond.</source>
        <translation>桌面沒有回應。</translation>
    </message>
    <message>
        <source>The connection to the session bus was lost ({reason}).</source>
        <translation>工作階段匯流排已中斷（{reason}）。</translation>
    </message>
    <message>
        <source>it searches for nothing</source>
        <translation>沒有要尋找的內容</translation>
    </message>
    <message>
        <source>it matches everything</source>
        <translation>它會符合任何內容</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>耗時過長</translation>
    </message>
    <message>
        <source>{program} did not finish in time.</source>
        <translation>{program} 沒有及時結束。</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>無法執行 {program}：{reason}。</translation>
    </message>
    <message>
        <source>{program} failed: {reason}</source>
        <translation>{program} 失敗：{reason}</translation>
    </message>
    <message>
        <source>ydotool cannot press this key.</source>
        <translation>ydotool 無法按下這個鍵。</translation>
    </message>
    <message>
        <source>ydotool can only paste text, not type it.</source>
        <translation>ydotool 不能鍵入文字，只能貼上。</translation>
    </message>
    <message>
        <source>Could not connect to the display {name}: {reason}</source>
        <translation>無法連線顯示器 {name}：{reason}</translation>
    </message>
    <message>
        <source>This X server has no XInput or XTEST extension, so hotkeys are not available.</source>
        <translation>此 X 伺服器沒有 XInput 或 XTEST 擴充功能：無法使用快捷鍵。</translation>
    </message>
    <message>
        <source>This X server&apos;s XInput is older than 2.1, so hotkeys are not available.</source>
        <translation>此 X 伺服器的 XInput 版本低於 2.1：無法使用快捷鍵。</translation>
    </message>
    <message>
        <source>The connection to the display was lost. Setting up hotkeys again…</source>
        <translation>與顯示器的連線中斷；正在重新設定快捷鍵。</translation>
    </message>
    <message>
        <source>The shortcut {keys} does not work because this keyboard has no such key.</source>
        <translation>快捷鍵 {keys} 無法使用，因為此鍵盤沒有這個鍵。</translation>
    </message>
    <message>
        <source>This keyboard layout has no key that typing needs.</source>
        <translation>目前鍵盤配置缺少鍵入所需的鍵。</translation>
    </message>
    <message>
        <source>The connection to the display was lost while typing.</source>
        <translation>鍵入時與顯示器的連線中斷。</translation>
    </message>
    <message>
        <source>This keyboard has no free key code for one of the characters.</source>
        <translation>鍵盤沒有空閒鍵碼可用於文字中的某個字元。</translation>
    </message>
    <message>
        <source>The keyboard layout changed while the text was being typed.</source>
        <translation>鍵盤配置在輸入文字時發生了變化。</translation>
    </message>
    <message>
        <source>This keyboard layout has no key that pasting needs.</source>
        <translation>目前鍵盤配置缺少貼上所需的鍵。</translation>
    </message>
    <message>
        <source>The desktop no longer lets this program type.</source>
        <translation>桌面不再允許本程式鍵入。</translation>
    </message>
    <message>
        <source>Your desktop has not allowed dictation to type yet.</source>
        <translation>您的桌面還沒有允許聽寫輸入文字。</translation>
    </message>
    <message>
        <source>Allow typing…</source>
        <translation>允許輸入…</translation>
    </message>
</context>
<context>
    <name>DictationController</name>
    <message>
        <source>Dictation ended because the computer was asleep.</source>
        <translation>電腦休眠過，聽寫已結束。</translation>
    </message>
    <message>
        <source>Dictation ended because the screen was locked.</source>
        <translation>螢幕已鎖定，聽寫結束。</translation>
    </message>
    <message>
        <source>Dictation stopped.</source>
        <translation>聽寫已停止。</translation>
    </message>
    <message>
        <source>The clipboard&apos;s content was too large to restore after pasting.</source>
        <translation>剪貼簿的內容太大，貼上後無法恢復。</translation>
    </message>
    <message>
        <source>Dictation ended after {0} minutes. You can change this limit in the settings.</source>
        <translation>聽寫已達 {0} 分鐘，現已結束。可以在設定中更改此上限。</translation>
    </message>
    <message>
        <source>Waiting for “%1”. Press Esc to copy the text instead.</source>
        <translation>正在等待「%1」。按 Esc 改為複製文字。</translation>
    </message>
</context>
<context>
    <name>DictationFeature</name>
    <message>
        <source>Dictation</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>Try dictation here</source>
        <translation>在這裡試用聽寫</translation>
    </message>
    <message>
        <source>Keys that this program uses in every window:</source>
        <translation>本程式在所有視窗中使用的按鍵：</translation>
    </message>
    <message>
        <source>Your desktop decides which keys they are.</source>
        <translation>具體按鍵由您的桌面決定。</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>變更按鍵…</translation>
    </message>
    <message>
        <source>Hold {key} to dictate</source>
        <translation>按住 {key} 聽寫</translation>
    </message>
    <message>
        <source>{key}: start and stop dictation</source>
        <translation>{key}：開始和結束聽寫</translation>
    </message>
    <message>
        <source>{key}: pause and resume captions</source>
        <translation>{key}：暫停和繼續字幕</translation>
    </message>
    <message>
        <source>{key}: bring captions back on screen</source>
        <translation>{key}：讓字幕回到螢幕上</translation>
    </message>
    <message>
        <source>Hold {key} and speak: the words are typed into the window that you work in.</source>
        <translation>按住 {key} 說話：文字會輸入到您正在使用的視窗中。</translation>
    </message>
    <message>
        <source>Speak, and the words are typed into the window that you work in.</source>
        <translation>說話，文字就會輸入到您正在使用的視窗中。</translation>
    </message>
    <message>
        <source>Click here, hold {key}, and say something.</source>
        <translation>點一下這裡，按住 {key}，說點什麼。</translation>
    </message>
</context>
<context>
    <name>DictationPage</name>
    <message>
        <source>Dictation</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>Your desktop has not allowed dictation to type yet.</source>
        <translation>您的桌面還沒有允許聽寫輸入文字。</translation>
    </message>
    <message>
        <source>Allow typing…</source>
        <translation>允許輸入…</translation>
    </message>
    <message>
        <source>On this desktop, text appears when you release the keys: typed earlier, it would be shortcuts.</source>
        <translation>在此桌面上，鬆開按鍵後文字才會出現：提前鍵入會被當作快捷鍵。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程式</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Method: type, paste, or the program&apos;s own paste shortcut, such as ctrl+shift+v</source>
        <translation>方式：type、paste，或該程式自己的貼上快捷鍵，例如 ctrl+shift+v</translation>
    </message>
    <message>
        <source>Open the scratchpad</source>
        <translation>開啟草稿板</translation>
    </message>
    <message>
        <source>Change keys in the desktop&apos;s settings</source>
        <translation>在桌面設定中更改按鍵</translation>
    </message>
    <message>
        <source>%1 is already in use.</source>
        <translation>%1 已被佔用。</translation>
    </message>
    <message>
        <source>“%1” is not a valid method. Enter type, paste, or a shortcut.</source>
        <translation>「%1」不是有效的方式。請輸入 type、paste 或快捷鍵。</translation>
    </message>
</context>
<context>
    <name>DictationWordsPage</name>
    <message>
        <source>Dictation vocabulary</source>
        <translation>聽寫詞彙</translation>
    </message>
    <message>
        <source>When you say</source>
        <translation>當您說</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>寫成</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>正規式</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>區分大小寫</translation>
    </message>
    <message>
        <source>Write \n for a new line. A pattern is a regular expression; it is applied to one word at a time.</source>
        <translation>用 \n 表示換行。「正規式」是正規表示式，每次應用於一個詞。</translation>
    </message>
    <message>
        <source>Type what you would say, such as “dear Anna comma new line”</source>
        <translation>輸入您要說的話，例如「親愛的安娜逗號換行」</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>測試</translation>
    </message>
    <message>
        <source>Commands: %1. To write the word itself, say “the comma”.</source>
        <translation>口令：%1。若要寫出這個詞本身，請說「一個逗號」。</translation>
    </message>
    <message>
        <source>There are no spoken commands for this language yet.</source>
        <translation>這種語言還沒有口令。</translation>
    </message>
    <message>
        <source>Numbers stay words in this language.</source>
        <translation>這種語言的數字仍寫成文字。</translation>
    </message>
    <message>
        <source>“%1” is ignored: %2</source>
        <translation>「%1」已略過：%2</translation>
    </message>
</context>
<context>
    <name>Display</name>
    <message>
        <source>No display is available (neither DISPLAY nor WAYLAND_DISPLAY is set).</source>
        <translation>沒有可用的顯示器（DISPLAY 和 WAYLAND_DISPLAY 都沒有設定）。</translation>
    </message>
    <message>
        <source>The display {name} is not responding.</source>
        <translation>顯示器 {name} 沒有回應。</translation>
    </message>
    <message>
        <source>The library libxcb-cursor0 is missing; windows need it (Debian, Ubuntu: apt install libxcb-cursor0).</source>
        <translation>缺少視窗所需的 libxcb-cursor0 程式庫（Debian、Ubuntu：apt install libxcb-cursor0）。</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>Microphones cannot be opened.</source>
        <translation>無法開啟麥克風。</translation>
    </message>
    <message>
        <source>Microphones cannot be selected by name, and what the computer plays cannot be captioned.</source>
        <translation>無法按名稱選擇麥克風，也無法為電腦播放的聲音加字幕。</translation>
    </message>
    <message>
        <source>The window cannot be opened on X11.</source>
        <translation>無法在 X11 上開啟視窗。</translation>
    </message>
    <message>
        <source>Dictation can only use the portal or the clipboard.</source>
        <translation>聽寫只能使用桌面的 portal或剪貼簿。</translation>
    </message>
    <message>
        <source>No microphone is connected.</source>
        <translation>沒有連接麥克風。</translation>
    </message>
    <message>
        <source>microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>It cannot be loaded ({0}). Speech recognition needs it.</source>
        <translation>無法載入（{0}）。語音辨識需要它。</translation>
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
        <translation>無</translation>
    </message>
    <message>
        <source>not usable ({0})</source>
        <translation>不可用（{0}）</translation>
    </message>
    <message>
        <source>Microphones</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>輸出裝置</translation>
    </message>
    <message>
        <source>Nothing is missing.</source>
        <translation>什麼都不缺。</translation>
    </message>
    <message>
        <source>show what the program finds and what is missing</source>
        <translation>顯示程式找到了什麼、缺少什麼</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>輸出一個 JSON 物件</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export “{0}”</source>
        <translation>匯出「{0}」</translation>
    </message>
    <message>
        <source>Plain text (.txt)</source>
        <translation>純文字（.txt）</translation>
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
        <translation>包含全部細節的 JSON（.json）</translation>
    </message>
    <message>
        <source>Final transcript (most accurate)</source>
        <translation>最終逐字稿（最準確）</translation>
    </message>
    <message>
        <source>Exactly as shown on screen</source>
        <translation>與螢幕上顯示的完全一致</translation>
    </message>
    <message>
        <source>Start each line with its time</source>
        <translation>每行前面加上時間</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>瀏覽…</translation>
    </message>
    <message>
        <source>Times are approximate. They are the moments at which words appeared, not an exact alignment with the sound.</source>
        <translation>時間是近似的。它們是文字出現的時刻，而不是與聲音的精確對齊。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>預覽</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>問題</translation>
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
        <translation>檔名(&amp;N)：</translation>
    </message>
    <message>
        <source>F&amp;older:</source>
        <translation>資料夾(&amp;O)：</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Browse for a folder</source>
        <translation>瀏覽資料夾</translation>
    </message>
    <message>
        <source>Folder for the export</source>
        <translation>匯出資料夾</translation>
    </message>
    <message>
        <source>The history could not be read.</source>
        <translation>無法讀取歷史記錄。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在儲存…</translation>
    </message>
    <message>
        <source>“{0}” already exists. Replace it?</source>
        <translation>「{0}」已經存在。要替換它嗎？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替換</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Welcome to R2T2 Captions</source>
        <translation>歡迎使用 R2T2 字幕</translation>
    </message>
    <message>
        <source>Captions for anything you hear, dictation into any window</source>
        <translation>為聽到的一切配上字幕，在任何視窗中聽寫</translation>
    </message>
    <message>
        <source>Everything happens on this computer. No sound and no text leaves it.</source>
        <translation>一切都在這台電腦上進行。聲音和文字都不會離開它。</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>選擇其他模型…</translation>
    </message>
    <message>
        <source>Save what is said as text on this computer</source>
        <translation>把所說的話以文字形式儲存在這台電腦上</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Model: {name}. A larger model makes fewer mistakes but needs a faster computer.</source>
        <translation>模型：{name}。更大的模型錯誤更少，但需要更快的電腦。</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在載入模型…</translation>
    </message>
    <message>
        <source>Say something. The level above should move.</source>
        <translation>說句話：上面的音量應該會動。</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>Start when I log in</source>
        <translation>登入時啟動</translation>
    </message>
    <message>
        <source>Your desktop has no system tray, so the window is minimised instead.</source>
        <translation>您的桌面沒有系統匣，因此視窗會改為最小化。</translation>
    </message>
    <message>
        <source>“Start when I log in” could not be changed: {reason}</source>
        <translation>無法更改「登入時啟動」：{reason}</translation>
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
        <translation>不到一分鐘</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分鐘</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小時 {1} 分鐘</translation>
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
        <translation>錄音「{name}」</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>Computer audio</source>
        <translation>電腦聲音</translation>
    </message>
    <message>
        <source>Microphone and computer audio</source>
        <translation>麥克風和電腦聲音</translation>
    </message>
    <message>
        <source>Audio file</source>
        <translation>音訊檔案</translation>
    </message>
    <message>
        <source>Recording now</source>
        <translation>正在記錄</translation>
    </message>
    <message>
        <source>Transcribing</source>
        <translation>正在轉錄</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Names of programs, separated by commas</source>
        <translation>程式名稱，用逗號分隔</translation>
    </message>
    <message>
        <source>Sound is never saved, and nothing leaves this computer.</source>
        <translation>聲音從不儲存，任何內容都不會離開這台電腦。</translation>
    </message>
    <message>
        <source>Open the history…</source>
        <translation>開啟歷史記錄…</translation>
    </message>
</context>
<context>
    <name>HistoryParts</name>
    <message>
        <source>Search all sessions</source>
        <translation>搜尋所有工作階段</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>工作階段</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Select a session to read it.</source>
        <translation>選擇一個工作階段來閱讀。</translation>
    </message>
    <message>
        <source>Nothing here yet. Everything said while captions run is saved here, on this computer only.</source>
        <translation>這裡還沒有內容。字幕執行時所說的話會儲存在這裡，只在這台電腦上。</translation>
    </message>
    <message>
        <source>History is off. Nothing that is said is saved.</source>
        <translation>歷史記錄已關閉。所說的話不會保留。</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 個工作階段</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} 個工作階段</translation>
    </message>
    <message>
        <source>History is off.</source>
        <translation>歷史記錄已關閉。</translation>
    </message>
    <message>
        <source>The newest {0} matches</source>
        <translation>最近的 {0} 個相符項目</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 個相符項目</translation>
    </message>
    <message>
        <source>{0} matches</source>
        <translation>{0} 個相符項目</translation>
    </message>
    <message>
        <source>Nothing found for “{0}”.</source>
        <translation>沒有找到「{0}」。</translation>
    </message>
    <message>
        <source>Match {0} of {1}</source>
        <translation>第 {0} 個相符項目，共 {1} 個</translation>
    </message>
    <message>
        <source>1 matching line</source>
        <translation>1 行相符</translation>
    </message>
    <message>
        <source>{0} matching lines</source>
        <translation>{0} 行相符</translation>
    </message>
</context>
<context>
    <name>HistoryStore</name>
    <message>
        <source>A damaged history file could not be deleted: {0}</source>
        <translation>無法刪除損壞的歷史檔案：{0}</translation>
    </message>
    <message>
        <source>The history could not be read: {0}</source>
        <translation>無法讀取歷史記錄：{0}</translation>
    </message>
    <message>
        <source>The history can&apos;t be saved ({0}). Captions continue, and new text is kept in memory until saving works again.</source>
        <translation>無法儲存歷史記錄（{0}）。字幕會繼續，新的文字暫存在記憶體中，直到恢復儲存。</translation>
    </message>
    <message>
        <source>The history file was damaged. It was kept as {0}, and a new history was started.</source>
        <translation>歷史檔案已損壞。它被保留為 {0}，並已開始新的歷史記錄。</translation>
    </message>
    <message>
        <source>The history was written by a newer version of this program. Nothing new is saved.</source>
        <translation>歷史記錄由本程式的較新版本寫成。新內容不會儲存。</translation>
    </message>
    <message>
        <source>The history could not be saved for a long time. What is said now is not saved.</source>
        <translation>歷史記錄長時間無法寫入。現在說的話不會儲存。</translation>
    </message>
    <message>
        <source>History is saving again. Some earlier text could not be saved.</source>
        <translation>歷史記錄恢復儲存。之前的部分文字沒有儲存下來。</translation>
    </message>
    <message>
        <source>History is saving again. Nothing was lost.</source>
        <translation>歷史記錄恢復儲存。沒有丟失任何內容。</translation>
    </message>
</context>
<context>
    <name>HistoryWindow</name>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一個相符項目</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一個相符項目</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重新命名…</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>複製文字</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>匯出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>全部刪除…</translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation>重新命名工作階段</translation>
    </message>
    <message>
        <source>Title:</source>
        <translation>標題：</translation>
    </message>
    <message>
        <source>The history could not be read: {0}</source>
        <translation>無法讀取歷史記錄：{0}</translation>
    </message>
    <message>
        <source>The text was copied.</source>
        <translation>文字已複製。</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>已儲存為 {0}</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>「{0}」已刪除。</translation>
    </message>
    <message>
        <source>{0} sessions were deleted.</source>
        <translation>已刪除 {0} 個工作階段。</translation>
    </message>
    <message>
        <source>Delete all history</source>
        <translation>刪除全部歷史記錄</translation>
    </message>
    <message numerus="yes">
        <source>Delete all %n session(s)?</source>
        <translation>
            <numerusform>刪除全部 %n 個工作階段？</numerusform>
        </translation>
    </message>
    <message>
        <source>Their text will be erased from this computer. This cannot be undone.</source>
        <translation>它們的文字將從這台電腦上徹底清除。此操作無法復原。</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>全部刪除</translation>
    </message>
</context>
<context>
    <name>HotkeyField</name>
    <message>
        <source>None</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Press a shortcut… (Esc to cancel)</source>
        <translation>請按快捷鍵…（Esc 取消）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Click, then press a shortcut</source>
        <translation>點選，然後按下快捷鍵</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Use no key</source>
        <translation>此項不使用按鍵</translation>
    </message>
    <message>
        <source>%1 is used for typing. Add Ctrl, Alt or Super, or use a key such as F9.</source>
        <translation>%1 用於打字。請加上 Ctrl、Alt 或 Super，或使用 F9 之類的鍵。</translation>
    </message>
    <message>
        <source>%1 is in use by another program. The shortcut was not changed.</source>
        <translation>%1 已被其他程式使用。快捷鍵沒有更改。</translation>
    </message>
    <message>
        <source>Both use %1: hold it to talk, or tap it to turn dictation on and off.</source>
        <translation>兩者都使用 %1：按住說話，或輕按開啟或關閉聽寫。</translation>
    </message>
    <message>
        <source>Note: many programs use %1 for %2.</source>
        <translation>注意：許多程式用 %1 來%2。</translation>
    </message>
</context>
<context>
    <name>HotkeyService</name>
    <message>
        <source>{keys} is already in use. Choose another shortcut in the settings.</source>
        <translation>{keys} 已被佔用。請在設定中選擇另一個快捷鍵。</translation>
    </message>
</context>
<context>
    <name>HotwordPanel</name>
    <message>
        <source>Hotword list</source>
        <translation>熱詞清單</translation>
    </message>
    <message>
        <source>Use a saved list</source>
        <translation>切換到已儲存的清單</translation>
    </message>
    <message>
        <source>Save these words as a list…</source>
        <translation>把這些詞儲存為清單…</translation>
    </message>
    <message>
        <source>Delete this list</source>
        <translation>刪除此清單</translation>
    </message>
    <message>
        <source>Hotwords</source>
        <translation>熱詞</translation>
    </message>
    <message>
        <source>Names and terms to spell correctly, one per line or separated by commas</source>
        <translation>需要正確拼寫的名字和術語，每行一個或用逗號分隔</translation>
    </message>
    <message>
        <source>No list</source>
        <translation>不使用清單</translation>
    </message>
    <message numerus="yes">
        <source>{used} of {limit} characters: only the first %n word(s) are used.</source>
        <translation>
            <numerusform>{used} / {limit} 個字元：只使用前 %n 個詞。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), {used} of {limit} characters</source>
        <translation>
            <numerusform>%n 個詞，{used} / {limit} 個字元</numerusform>
        </translation>
    </message>
    <message>
        <source>Save hotwords</source>
        <translation>儲存熱詞</translation>
    </message>
    <message>
        <source>Name of the list:</source>
        <translation>清單名稱：</translation>
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
        <translation>空白鍵</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Backspace</translation>
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
        <translation>選單鍵</translation>
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
        <translation>複製</translation>
    </message>
    <message>
        <source>pasting</source>
        <translation>貼上</translation>
    </message>
    <message>
        <source>cutting</source>
        <translation>剪下</translation>
    </message>
    <message>
        <source>undoing</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>selecting everything</source>
        <translation>全選</translation>
    </message>
    <message>
        <source>switching the input method</source>
        <translation>切換輸入法</translation>
    </message>
    <message>
        <source>switching windows</source>
        <translation>切換視窗</translation>
    </message>
    <message>
        <source>closing windows</source>
        <translation>關閉視窗</translation>
    </message>
    <message>
        <source>the system&apos;s menu</source>
        <translation>系統選單</translation>
    </message>
</context>
<context>
    <name>LanguagePicker</name>
    <message>
        <source>Spoken language</source>
        <translation>所說的語言</translation>
    </message>
    <message>
        <source>Type a part of a name to find it</source>
        <translation>輸入名稱的一部分即可尋找</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
</context>
<context>
    <name>LevelMeter</name>
    <message>
        <source>Input level</source>
        <translation>輸入音量</translation>
    </message>
    <message>
        <source>Input level of the last seconds</source>
        <translation>最近幾秒的輸入音量</translation>
    </message>
    <message>
        <source>There is no sound. Is the microphone muted?</source>
        <translation>沒有聲音傳來。麥克風是否靜音了？</translation>
    </message>
    <message>
        <source>Very quiet. Move closer or raise the input volume.</source>
        <translation>聲音很小。請靠近一些，或調高輸入音量。</translation>
    </message>
    <message>
        <source>Too loud. Lower the input volume.</source>
        <translation>聲音太大。請調低輸入音量。</translation>
    </message>
    <message>
        <source>Input level is fine</source>
        <translation>輸入音量正常</translation>
    </message>
</context>
<context>
    <name>LicencePage</name>
    <message>
        <source>I have read this agreement and accept it</source>
        <translation>我已閱讀並接受此授權條款</translation>
    </message>
    <message>
        <source>Open on the web</source>
        <translation>在網頁上開啟</translation>
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
        <translation>{0} 的授權條款</translation>
    </message>
    <message>
        <source>Text in the repository</source>
        <translation>儲存庫中的全文</translation>
    </message>
    <message>
        <source>The repository contains a licence text that differs from the one you accepted.</source>
        <translation>儲存庫附帶的授權條文與您已接受的不同。</translation>
    </message>
    <message>
        <source>{0}. In short (the agreement below is what counts):</source>
        <translation>{0}。簡而言之（以下面的授權條款為準）：</translation>
    </message>
    <message>
        <source>Licence text, {0}</source>
        <translation>授權條文，{0}</translation>
    </message>
</context>
<context>
    <name>ListPage</name>
    <message>
        <source>Speech models</source>
        <translation>語音模型</translation>
    </message>
    <message>
        <source>Speech is recognised on this computer unless you choose a server. A larger model knows more languages and makes fewer mistakes.</source>
        <translation>除非您選擇伺服器，否則語音在這台電腦上辨識。較大的模型支援更多語言，錯誤更少。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>From a folder…</source>
        <translation>從資料夾…</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>新增伺服器…</translation>
    </message>
    <message>
        <source>Folder and connection…</source>
        <translation>資料夾與連線…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Languages:</source>
        <translation>語言：</translation>
    </message>
    <message>
        <source>Size:</source>
        <translation>大小：</translation>
    </message>
    <message>
        <source>Memory:</source>
        <translation>記憶體：</translation>
    </message>
    <message>
        <source>Hardware:</source>
        <translation>硬體：</translation>
    </message>
    <message>
        <source>On this computer:</source>
        <translation>在這台電腦上：</translation>
    </message>
    <message>
        <source>Licence:</source>
        <translation>授權：</translation>
    </message>
    <message>
        <source>Folder:</source>
        <translation>資料夾：</translation>
    </message>
    <message>
        <source>Address:</source>
        <translation>位址：</translation>
    </message>
    <message>
        <source>Will it run here?</source>
        <translation>能在這裡執行嗎？</translation>
    </message>
    <message>
        <source>Measures this computer for some seconds; nothing is downloaded</source>
        <translation>測量這台電腦幾秒鐘；不會下載任何內容</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>檢查</translation>
    </message>
    <message>
        <source>Reads every file of the model and compares the checksums</source>
        <translation>讀取模型的每個檔案並比較總和檢查碼</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>刪除…</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>伺服器</translation>
    </message>
    <message>
        <source>{0} download</source>
        <translation>下載 {0}</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>可下載</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已損壞</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就緒</translation>
    </message>
    <message>
        <source>{0} on disk</source>
        <translation>佔用磁碟 {0}</translation>
    </message>
    <message>
        <source>{0}; {1} to {2} after conversion</source>
        <translation>{0}；轉換後 {1} 到 {2}</translation>
    </message>
    <message>
        <source>Downloads from the publisher, then converts and tests it on this computer.</source>
        <translation>從發布者處下載，然後在這台電腦上轉換並測試。</translation>
    </message>
    <message>
        <source>While it is used, everything that is heard is sent to this server.</source>
        <translation>使用它時，聽到的所有聲音都會傳送到此伺服器。</translation>
    </message>
    <message>
        <source>Captions and dictation use this model.</source>
        <translation>字幕和聽寫使用此模型。</translation>
    </message>
    <message>
        <source>Ready to use.</source>
        <translation>隨時可用。</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用此模型</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>使用此伺服器</translation>
    </message>
    <message>
        <source>Download model…</source>
        <translation>下載模型…</translation>
    </message>
    <message>
        <source>Remove from list…</source>
        <translation>從清單移除…</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在測量…</translation>
    </message>
</context>
<context>
    <name>LiveSettings</name>
    <message>
        <source>Your settings could not be saved: {reason}</source>
        <translation>無法儲存您的設定：{reason}</translation>
    </message>
</context>
<context>
    <name>LookPage</name>
    <message>
        <source>System default</source>
        <translation>系統預設</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Custom colours</source>
        <translation>自訂顏色</translation>
    </message>
    <message>
        <source>The background is too transparent for these colours, so the text gets an outline.</source>
        <translation>背景對這些顏色來說太透明，因此文字加了外框。</translation>
    </message>
    <message>
        <source>Shown at {percent} % opacity, so that the text can be read on any background.</source>
        <translation>以 {percent} % 的不透明度顯示，以便文字在任何背景上都能看清。</translation>
    </message>
    <message>
        <source>These colours are too similar. The text is shown in a readable colour.</source>
        <translation>這些顏色太接近；文字以能看清的顏色顯示。</translation>
    </message>
    <message>
        <source>Contrast at least {ratio:.1f} : 1.</source>
        <translation>對比度至少 {ratio:.1f} : 1。</translation>
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
        <translation>複製逐字稿</translation>
    </message>
    <message>
        <source>Clear this view</source>
        <translation>清空此檢視</translation>
    </message>
    <message>
        <source>Clear this view; the history is not affected</source>
        <translation>清空此檢視；歷史記錄不受影響</translation>
    </message>
    <message>
        <source>Jump to the newest line</source>
        <translation>跳到最新一行</translation>
    </message>
    <message>
        <source>The history can&apos;t be saved. Anything said since then will be lost if you quit.</source>
        <translation>無法儲存歷史記錄。如果結束，此後所說的話將會丟失。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>Keep the captions running?</source>
        <translation>讓字幕繼續執行嗎？</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Your desktop has no system tray. The window is minimised while captions keep running.</source>
        <translation>您的桌面沒有系統匣。字幕繼續執行時，視窗會最小化。</translation>
    </message>
    <message>
        <source>Minimise</source>
        <translation>最小化</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again, or copy the transcript first.</source>
        <translation>請騰出一些磁碟空間後重試，或先複製逐字稿。</translation>
    </message>
    <message>
        <source>Quit anyway</source>
        <translation>仍然結束</translation>
    </message>
    <message>
        <source>Recordings are still being transcribed.</source>
        <translation>錄音仍在轉錄。</translation>
    </message>
    <message>
        <source>What has been recognised so far is in the history.</source>
        <translation>到目前為止辨識的內容已儲存在歷史記錄中。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>逐字稿</translation>
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
        <translation>上次工作階段意外結束。最後儲存的文字來自 {time}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>檢視</translation>
    </message>
    <message>
        <source>Everything that is heard is sent to {host} and recognised there.</source>
        <translation>聽到的所有聲音都會傳送到 {host}，並在那裡辨識。</translation>
    </message>
    <message>
        <source>Recognise on this computer</source>
        <translation>在這台電腦上辨識</translation>
    </message>
    <message>
        <source>XWayland is not available, so the desktop decides where the captions are and whether other windows cover them.</source>
        <translation>沒有 XWayland，因此字幕的位置以及是否會被其他視窗遮住由桌面決定。</translation>
    </message>
    <message>
        <source>Position…</source>
        <translation>位置…</translation>
    </message>
    <message>
        <source>A recording is being transcribed.</source>
        <translation>正在轉錄一個錄音。</translation>
    </message>
    <message>
        <source>{n} recordings are being transcribed.</source>
        <translation>正在轉錄 {n} 個錄音。</translation>
    </message>
    <message>
        <source>Someone is speaking, but too quietly to be understood. Is this the right source?</source>
        <translation>有人在說話，但聲音太小，無法辨識。音源選對了嗎？</translation>
    </message>
    <message>
        <source>Someone is speaking, but no words are recognised. Is this the right language?</source>
        <translation>有人在說話，但沒有辨識出文字。語言選對了嗎？</translation>
    </message>
    <message>
        <source>Someone is speaking, but no words are recognised. A larger model may help.</source>
        <translation>有人在說話，但沒有辨識出文字。換用更大的模型可能會有幫助。</translation>
    </message>
    <message>
        <source>Check the source</source>
        <translation>檢查音源</translation>
    </message>
    <message>
        <source>Check the language</source>
        <translation>檢查語言</translation>
    </message>
    <message>
        <source>Check the model</source>
        <translation>檢查模型</translation>
    </message>
</context>
<context>
    <name>MaskField</name>
    <message>
        <source>Language of the list</source>
        <translation>清單的語言</translation>
    </message>
    <message>
        <source>Words to mask, one per line</source>
        <translation>要遮蔽的詞，每行一個</translation>
    </message>
    <message>
        <source>One word per line. A star stands for any ending.</source>
        <translation>每行一個詞。星號代表任意詞尾。</translation>
    </message>
    <message>
        <source>Restore this list</source>
        <translation>還原此清單</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Dismiss</source>
        <translation>關閉此訊息</translation>
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
        <translation>模型資料夾無法使用：{0}</translation>
    </message>
    <message>
        <source>Enter an absolute path. “{0}” is relative.</source>
        <translation>請輸入絕對路徑。「{0}」是相對路徑。</translation>
    </message>
    <message>
        <source>The measurement needs some room for temporary files: {0}</source>
        <translation>測量需要一些存放暫存檔的空間：{0}</translation>
    </message>
    <message>
        <source>The starter model suits this computer.</source>
        <translation>入門模型適合這台電腦。</translation>
    </message>
    <message>
        <source>{precision} on {provider}: falls behind speech, {memory}</source>
        <translation>{precision}，{provider}：跟不上語音，{memory}</translation>
    </message>
    <message>
        <source>{precision} on {provider}: words after about {delay} s, {memory} (recommended)</source>
        <translation>{precision}，{provider}：文字約 {delay} 秒後出現，{memory}（推薦）</translation>
    </message>
    <message>
        <source>{precision} on {provider}: words after about {delay} s, {memory}</source>
        <translation>{precision}，{provider}：文字約 {delay} 秒後出現，{memory}</translation>
    </message>
    <message>
        <source>All files are intact.</source>
        <translation>所有檔案都完好無損。</translation>
    </message>
    <message>
        <source>{0} is intact</source>
        <translation>{0} 完好無損</translation>
    </message>
    <message>
        <source>Read every file and compare the checksums</source>
        <translation>讀取每個檔案並比較總和檢查碼</translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation>正在檢查 {0}</translation>
    </message>
    <message>
        <source>Folder with a model</source>
        <translation>含有模型的資料夾</translation>
    </message>
    <message>
        <source>Checking {0}…</source>
        <translation>正在檢查 {0}…</translation>
    </message>
    <message>
        <source>Convert it for this computer</source>
        <translation>為這台電腦轉換</translation>
    </message>
    <message>
        <source>Test it</source>
        <translation>測試</translation>
    </message>
    <message>
        <source>Download it</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>Use it for captions</source>
        <translation>用於字幕</translation>
    </message>
    <message>
        <source>Installing {0}</source>
        <translation>正在安裝 {0}</translation>
    </message>
    <message>
        <source>{0} is ready</source>
        <translation>{0} 已就緒</translation>
    </message>
    <message>
        <source>It understood the test recording as: “{0}”</source>
        <translation>它把測試錄音辨識為：「{0}」</translation>
    </message>
    <message>
        <source>Switching to {0}</source>
        <translation>正在換成 {0}</translation>
    </message>
    <message>
        <source>The model is loading. Captions continue with the current model until it is ready.</source>
        <translation>模型正在載入。就緒之前，字幕繼續使用目前模型。</translation>
    </message>
    <message>
        <source>Captions now use {0}</source>
        <translation>字幕現在使用 {0}</translation>
    </message>
    <message>
        <source>It is selected, and captions will switch to it once it is loaded. The main window shows any problems.</source>
        <translation>已選擇它，載入後字幕就會切換。主視窗會顯示遇到的問題。</translation>
    </message>
    <message>
        <source>{0} is not loaded yet</source>
        <translation>{0} 尚未載入</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出了問題</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{0} languages</source>
        <translation>{0} 種語言</translation>
    </message>
    <message>
        <source>{0}, best in {1}</source>
        <translation>{0}，最擅長{1}</translation>
    </message>
    <message>
        <source>{0} while it runs</source>
        <translation>執行時佔用 {0}</translation>
    </message>
    <message>
        <source>{0} to {1} while it runs</source>
        <translation>執行時佔用 {0} 到 {1}</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16 位元</translation>
    </message>
    <message>
        <source>for graphics cards</source>
        <translation>適合顯示卡</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 位元</translation>
    </message>
    <message>
        <source>for processors</source>
        <translation>適合處理器</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 位元</translation>
    </message>
    <message>
        <source>smallest; slightly less accurate</source>
        <translation>最小；準確度略低</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 位元</translation>
    </message>
    <message>
        <source>exact but slow; for comparisons</source>
        <translation>精確而緩慢；用於比較</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Something unexpected went wrong: {0}</source>
        <translation>發生了意外錯誤：{0}</translation>
    </message>
    <message>
        <source>There is no model “{0}”. Available: {1}.</source>
        <translation>沒有模型「{0}」。可用：{1}。</translation>
    </message>
    <message>
        <source>The list of models {0} cannot be read: {1}</source>
        <translation>無法讀取模型清單 {0}：{1}</translation>
    </message>
    <message>
        <source>This computer does not have enough memory for that.</source>
        <translation>這台電腦的記憶體太少，無法完成。</translation>
    </message>
    <message>
        <source>Reading or writing failed: {0}</source>
        <translation>讀取或寫入失敗：{0}</translation>
    </message>
    <message>
        <source>The system stopped the work. The computer may have run out of memory.</source>
        <translation>工作被系統終止；電腦可能記憶體不足。</translation>
    </message>
    <message>
        <source>The work crashed ({0}).</source>
        <translation>工作異常終止（{0}）。</translation>
    </message>
    <message>
        <source>The work was stopped from outside ({0}).</source>
        <translation>工作被外部終止（{0}）。</translation>
    </message>
    <message>
        <source>The work ended unexpectedly (code {0}).</source>
        <translation>工作意外結束（代碼 {0}）。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The settings could not be saved: {0}</source>
        <translation>無法儲存設定：{0}</translation>
    </message>
    <message>
        <source>The speech models of this computer.</source>
        <translation>這台電腦上的語音模型。</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>輸出一個 JSON 物件</translation>
    </message>
    <message>
        <source>folder of the models</source>
        <translation>模型資料夾</translation>
    </message>
    <message>
        <source>a different list of models</source>
        <translation>另一份模型清單</translation>
    </message>
    <message>
        <source>list models on this computer and models to download</source>
        <translation>列出這台電腦上的模型和可下載的模型</translation>
    </message>
    <message>
        <source>print the licence of a model</source>
        <translation>輸出模型的授權條款</translation>
    </message>
    <message>
        <source>download, convert and test a model</source>
        <translation>下載、轉換並測試模型</translation>
    </message>
    <message>
        <source>address of another hub</source>
        <translation>另一個模型庫的位址</translation>
    </message>
    <message>
        <source>access token; the variable HF_TOKEN works too</source>
        <translation>存取權杖；也可使用變數 HF_TOKEN</translation>
    </message>
    <message>
        <source>keep the download</source>
        <translation>保留下載的檔案</translation>
    </message>
    <message>
        <source>import a checkpoint or a converted model from a folder</source>
        <translation>從資料夾匯入檢查點或已轉換的模型</translation>
    </message>
    <message>
        <source>name of the model</source>
        <translation>模型的名稱</translation>
    </message>
    <message>
        <source>copy a converted model</source>
        <translation>複製已轉換的模型</translation>
    </message>
    <message>
        <source>select it afterwards</source>
        <translation>之後選擇它</translation>
    </message>
    <message>
        <source>I have read and accept its licence</source>
        <translation>我已閱讀並接受它的授權條款</translation>
    </message>
    <message>
        <source>convert a checkpoint into any folder</source>
        <translation>把檢查點轉換到任意資料夾</translation>
    </message>
    <message>
        <source>read every file of a model and compare the checksums</source>
        <translation>讀取模型的每個檔案並比較總和檢查碼</translation>
    </message>
    <message>
        <source>id or folder; the selected one by default</source>
        <translation>識別碼或資料夾；預設為目前模型</translation>
    </message>
    <message>
        <source>select the model for captions</source>
        <translation>選擇字幕使用的模型</translation>
    </message>
    <message>
        <source>remove a model or downloads</source>
        <translation>刪除模型或下載</translation>
    </message>
    <message>
        <source>remove kept and unfinished downloads</source>
        <translation>刪除保留的和未完成的下載</translation>
    </message>
    <message>
        <source>Read it with “r2t2-captions models licence {0}”, then add --accept-licence.</source>
        <translation>請用「r2t2-captions models licence {0}」閱讀，然後加上 --accept-licence。</translation>
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
        <translation>剩餘不到一分鐘</translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation>剩餘 {0} 分鐘</translation>
    </message>
    <message>
        <source>{0} h left</source>
        <translation>剩餘 {0} 小時</translation>
    </message>
    <message>
        <source>languages</source>
        <translation>種語言</translation>
    </message>
    <message>
        <source>On this computer (* is in use):</source>
        <translation>在這台電腦上（* 為使用中）：</translation>
    </message>
    <message>
        <source>Available for download:</source>
        <translation>可下載：</translation>
    </message>
    <message>
        <source>Kept or incomplete downloads:</source>
        <translation>保留的或未完成的下載：</translation>
    </message>
    <message>
        <source>{0} comes under the licence of this program.</source>
        <translation>{0} 適用本程式的授權條款。</translation>
    </message>
    <message>
        <source>{0} is already installed.</source>
        <translation>{0} 已經安裝。</translation>
    </message>
    <message>
        <source>{0} is already converted.</source>
        <translation>{0} 已經轉換過。</translation>
    </message>
    <message>
        <source>{0} is intact.</source>
        <translation>{0} 完好無損。</translation>
    </message>
    <message>
        <source>{0} is being downloaded or converted and was not removed.</source>
        <translation>{0} 正在下載或轉換，沒有刪除。</translation>
    </message>
    <message>
        <source>{0} freed.</source>
        <translation>已釋放 {0}。</translation>
    </message>
    <message>
        <source>Name the model to remove, or use --downloads.</source>
        <translation>請說明要刪除哪個模型，或使用 --downloads。</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} 已刪除。</translation>
    </message>
    <message>
        <source>{0} is in use. It will be removed when the program next starts.</source>
        <translation>{0} 正在使用；將在程式下次啟動時刪除。</translation>
    </message>
    <message>
        <source>{0} has no file {1}. Nothing was downloaded.</source>
        <translation>{0} 沒有檔案 {1}。沒有下載任何內容。</translation>
    </message>
    <message>
        <source>{0} in {1} is not the file this program knows. Nothing was downloaded.</source>
        <translation>{1} 中的 {0} 不是本程式所知的檔案。沒有下載任何內容。</translation>
    </message>
    <message>
        <source>{0} provides no checksum for {1}, so the file cannot be trusted.</source>
        <translation>{0} 沒有給出 {1} 的總和檢查碼，因此不可信任。</translation>
    </message>
    <message>
        <source>The repository contains a file with a forbidden name: {0}</source>
        <translation>儲存庫中有名稱被禁止的檔案：{0}</translation>
    </message>
    <message>
        <source>Stopped. The download so far was kept.</source>
        <translation>已停止。已下載的部分會保留。</translation>
    </message>
    <message>
        <source>{0} more are needed in {1}, but only {2} are free. Free some space, or choose another folder.</source>
        <translation>{1} 中還需要 {0}，但只有 {2} 可用。請騰出空間，或選擇其他資料夾。</translation>
    </message>
    <message>
        <source>{0} returned a different version from the one requested.</source>
        <translation>{0} 返回的版本與要求的不同。</translation>
    </message>
    <message>
        <source>Another copy of this program is downloading {0}.</source>
        <translation>另一個執行中的本程式正在下載 {0}。</translation>
    </message>
    <message>
        <source>Checking {0}</source>
        <translation>正在檢查 {0}</translation>
    </message>
    <message>
        <source>{0} was damaged in two downloads: its checksum is wrong. Try again later, or choose another mirror.</source>
        <translation>{0} 兩次下載後都已損壞：總和檢查碼錯誤。請稍後再試，或選擇其他鏡像。</translation>
    </message>
    <message>
        <source>{0} sent less of {1} than it announced. Try again, or choose another mirror.</source>
        <translation>{0} 傳送的 {1} 比宣佈的少。請再試一次，或選擇其他鏡像。</translation>
    </message>
    <message>
        <source>{0} sent more of {1} than it announced, so it is not the same file.</source>
        <translation>{0} 傳送的 {1} 比宣佈的多，因此不是同一個檔案。</translation>
    </message>
    <message>
        <source>The disk with {0} is full ({1} free). The download so far was kept. Free some space and continue.</source>
        <translation>{0} 所在的磁碟已滿（可用 {1}）。已下載的部分會保留。請騰出空間後繼續。</translation>
    </message>
    <message>
        <source>{0} is not writable. Choose another folder for models in the settings.</source>
        <translation>無法寫入 {0}。請在設定中為模型選擇其他資料夾。</translation>
    </message>
    <message>
        <source>The path {0} is too long for this system. Choose a shorter folder for models.</source>
        <translation>路徑 {0} 對此系統來說太長。請為模型選擇更短的資料夾。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>無法寫入 {0}：{1}</translation>
    </message>
    <message>
        <source>Offline mode is on, so nothing can be downloaded. Turn it off, or import a model folder.</source>
        <translation>離線模式已開啟，因此無法下載。請關閉它，或匯入模型資料夾。</translation>
    </message>
    <message>
        <source>{0} requires you to accept the licence on its web page and to enter an access token of that account.</source>
        <translation>{0} 要求在其網頁上接受授權條款並使用存取權杖：請輸入該帳戶的權杖。</translation>
    </message>
    <message>
        <source>{0} no longer has the version this program knows. Update the program, or import a model folder.</source>
        <translation>{0} 不再提供本程式所知的版本。請更新程式，或匯入模型資料夾。</translation>
    </message>
    <message>
        <source>{0} has no repository {1}. Check the mirror&apos;s address.</source>
        <translation>{0} 沒有儲存庫 {1}。請檢查鏡像位址。</translation>
    </message>
    <message>
        <source>“{0}” is not a valid repository name.</source>
        <translation>「{0}」不是有效的儲存庫名稱。</translation>
    </message>
    <message>
        <source>The proxy refused the connection to {0}: {1}</source>
        <translation>代理拒絕了到 {0} 的連線：{1}</translation>
    </message>
    <message>
        <source>The secure connection to {0} could not be verified ({1}). A company proxy may need its certificate installed on this computer. You can also import a model folder.</source>
        <translation>無法驗證到 {0} 的安全連線（{1}）。公司代理可能需要在這台電腦上安裝它的證書；也可以改為匯入模型資料夾。</translation>
    </message>
    <message>
        <source>Could not connect to {0} ({1}). Check the connection, the proxy or the mirror.</source>
        <translation>無法連線到 {0}（{1}）。請檢查網路連線、代理或鏡像。</translation>
    </message>
    <message>
        <source>The connection to {0} was lost ({1}). Try again; the download will continue.</source>
        <translation>到 {0} 的連線中斷（{1}）。請再試一次，下載會繼續。</translation>
    </message>
    <message>
        <source>“{0}” is not the address of a model hub. It should begin with https://.</source>
        <translation>「{0}」不是模型庫的位址；位址應以 https:// 開頭。</translation>
    </message>
    <message>
        <source>{0} sent an invalid response: {1}</source>
        <translation>{0} 返回了無效的回應：{1}</translation>
    </message>
    <message>
        <source>{0} did not accept the access token for {1}. Enter a valid one.</source>
        <translation>{0} 不接受用於 {1} 的存取權杖：請輸入有效的權杖。</translation>
    </message>
    <message>
        <source>{0} does not allow this account or network to download {1}.</source>
        <translation>{0} 不允許此帳戶或網路下載 {1}。</translation>
    </message>
    <message>
        <source>{0} has no {1}. Check the mirror&apos;s address.</source>
        <translation>{0} 沒有 {1}。請檢查鏡像位址。</translation>
    </message>
    <message>
        <source>{0} limits how much can be downloaded at a time. Wait a few minutes, then continue.</source>
        <translation>{0} 限制了一段時間內的下載量。請等幾分鐘再繼續。</translation>
    </message>
    <message>
        <source>{0} is having problems right now (error {1}). Try again later.</source>
        <translation>{0} 目前出現問題（錯誤 {1}）。請稍後再試。</translation>
    </message>
    <message>
        <source>{0} refused to send {1} (error {2}).</source>
        <translation>{0} 拒絕傳送 {1}（錯誤 {2}）。</translation>
    </message>
    <message>
        <source>“{0}” is not a valid proxy address. Use a form like http://host:8080.</source>
        <translation>「{0}」不是有效的代理位址。請使用類似 http://host:8080 的形式。</translation>
    </message>
    <message>
        <source>The certificates of this computer cannot be read ({0}).</source>
        <translation>無法讀取此電腦的證書（{0}）。</translation>
    </message>
    <message>
        <source>the list of files is missing</source>
        <translation>缺少檔案清單</translation>
    </message>
    <message>
        <source>{0} on the hub is shorter than the download so far.</source>
        <translation>模型庫中的 {0} 比已下載的部分還短。</translation>
    </message>
    <message>
        <source>it sent bytes from {0} instead of from {1}</source>
        <translation>收到的是從 {0} 開始的位元組，而不是從 {1} 開始的</translation>
    </message>
    <message>
        <source>{0} changed while {1} was downloading, so the parts do not match. Start again.</source>
        <translation>下載 {1} 期間 {0} 發生了變化，各部分不相符。請重新開始。</translation>
    </message>
    <message>
        <source>no data for {0} seconds</source>
        <translation>{0} 秒沒有資料</translation>
    </message>
    <message>
        <source>A model called “{0}” already exists. Remove it first, or choose another name.</source>
        <translation>名為「{0}」的模型已存在。請先刪除它，或換一個名稱。</translation>
    </message>
    <message>
        <source>A model called “{0}” already exists. Remove it first.</source>
        <translation>名為「{0}」的模型已存在。請先刪除它。</translation>
    </message>
    <message>
        <source>You must read and accept the licence of {0} ({1}) first.</source>
        <translation>必須先閱讀並接受 {0} 的授權條款（{1}）。</translation>
    </message>
    <message>
        <source>Another copy of this program is using {0}.</source>
        <translation>另一個執行中的本程式正在使用 {0}。</translation>
    </message>
    <message>
        <source>The folder {0} already exists and is not a model of this program. Move it, or choose another name.</source>
        <translation>資料夾 {0} 已存在，但它不是本程式的模型。請移走它，或換一個名稱。</translation>
    </message>
    <message>
        <source>{0} is still in use. Restart the program, then continue.</source>
        <translation>{0} 仍在使用。請重新啟動程式，然後繼續。</translation>
    </message>
    <message>
        <source>{0} contains a licence text that has not been shown yet.</source>
        <translation>{0} 附帶的授權條文尚未顯示過。</translation>
    </message>
    <message>
        <source>{0} in {1} is damaged: its checksum is wrong.</source>
        <translation>{1} 中的 {0} 已損壞：總和檢查碼錯誤。</translation>
    </message>
    <message>
        <source>“{0}” is not a valid model name.</source>
        <translation>「{0}」不是有效的模型名稱。</translation>
    </message>
    <message>
        <source>The folder for models cannot be used: {0}</source>
        <translation>模型資料夾無法使用：{0}</translation>
    </message>
    <message>
        <source>The model “{0}” no longer exists.</source>
        <translation>模型「{0}」已不存在。</translation>
    </message>
    <message>
        <source>The model “{0}” no longer exists. The starter model is used instead.</source>
        <translation>模型「{0}」已不存在；改用入門模型。</translation>
    </message>
    <message>
        <source>The folder for models cannot be used ({0}). The starter model is used instead.</source>
        <translation>無法使用模型資料夾（{0}），改用入門模型。</translation>
    </message>
    <message>
        <source>There is no model “{0}” on this computer. Available: {1}.</source>
        <translation>這台電腦上沒有模型「{0}」。可用：{1}。</translation>
    </message>
    <message>
        <source>The starter model is part of the program and cannot be removed.</source>
        <translation>入門模型是本程式的一部分，無法刪除。</translation>
    </message>
    <message>
        <source>{0} cannot be removed: {1}</source>
        <translation>無法刪除 {0}：{1}</translation>
    </message>
    <message>
        <source>The licence text {0} is missing. Reinstall the program.</source>
        <translation>缺少授權條文 {0}；請重新安裝程式。</translation>
    </message>
    <message>
        <source>You may use the model free of charge, at home and at work.</source>
        <translation>該模型可以免費使用，家用和工作均可。</translation>
    </message>
    <message>
        <source>Companies with more than 100 million monthly users, or with annual revenue above the limit in clause 2.2 (RMB 1 billion in the English text, RMB 100 million in the Chinese text), must ask NetEase Youdao first.</source>
        <translation>月活躍使用者超過一億，或年收入超過第 2.2 條限額（英文版為人民幣 10 億元，中文版為人民幣 1 億元）的公司，須先徵得網易有道同意。</translation>
    </message>
    <message>
        <source>You may not use it to improve other AI models, except non-commercial ones.</source>
        <translation>不得用於改進其他人工智慧模型，非商業模型除外。</translation>
    </message>
    <message>
        <source>You may not use it where lives or rights depend on it: medical diagnosis, driving, military use, critical infrastructure, mass surveillance, automated decisions about people.</source>
        <translation>不得用於關乎生命或權利的場合：醫療診斷、駕駛、軍事用途、關鍵基礎設施、大規模監控、對人的自動化決策。</translation>
    </message>
    <message>
        <source>If you share the converted model, include this agreement and its notice.</source>
        <translation>如果分享轉換後的模型，請附上此授權條款及其聲明。</translation>
    </message>
    <message>
        <source>There is no warranty. The law of China applies, and the Chinese text prevails.</source>
        <translation>不提供任何擔保。適用中國法律，以中文版為準。</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA graphics card. 16-bit weights suit it best.</source>
        <translation>這台電腦有 NVIDIA 顯示卡，最適合 16 位元權重。</translation>
    </message>
    <message>
        <source>This computer&apos;s graphics card is used through DirectML, which needs 16-bit weights.</source>
        <translation>這台電腦的顯示卡透過 DirectML 使用，採用 16 位元權重。</translation>
    </message>
    <message>
        <source>This computer has {0} GB of memory, which is little for the full model. 8-bit weights need the least. If captions fall behind, use the starter model.</source>
        <translation>這台電腦有 {0} GB 記憶體，對完整模型來說偏少。8 位元權重需要的最少。如果字幕落後，請使用入門模型。</translation>
    </message>
    <message>
        <source>The graphics card has {0} GB of memory, too little for 16-bit weights. The processor will use 8-bit weights.</source>
        <translation>顯示卡有 {0} GB 顯示記憶體，不足以使用 16 位元權重。處理器將使用 8 位元權重。</translation>
    </message>
    <message>
        <source>The model will run on the processor. 8-bit weights suit it best.</source>
        <translation>模型將在處理器上執行，最適合 8 位元權重。</translation>
    </message>
    <message>
        <source>The folder {0} does not exist.</source>
        <translation>資料夾 {0} 不存在。</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}</source>
        <translation>無法讀取資料夾 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} contains a GGUF model, which this program cannot read. It needs the model&apos;s safetensors files.</source>
        <translation>{0} 中是 GGUF 模型，本程式無法讀取。它需要模型的 safetensors 檔案。</translation>
    </message>
    <message>
        <source>{0} contains an incomplete download.</source>
        <translation>{0} 中的下載不完整。</translation>
    </message>
    <message>
        <source>{0} contains no model. A model folder has config.json and model.safetensors, or bundle.json.</source>
        <translation>{0} 中沒有模型：模型資料夾裡有 config.json 和 model.safetensors，或 bundle.json。</translation>
    </message>
    <message>
        <source>{0} contains several versions. Choose one of its folders.</source>
        <translation>{0} 中有多個版本：請選擇其中的一個資料夾。</translation>
    </message>
    <message>
        <source>Starter model (English)</source>
        <translation>入門模型（英語）</translation>
    </message>
</context>
<context>
    <name>Overlay</name>
    <message>
        <source>Captions overlay</source>
        <translation>字幕浮動視窗</translation>
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
            <numerusform>%n 個新詞</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PermissionDialog</name>
    <message>
        <source>Permission to type</source>
        <translation>輸入權限</translation>
    </message>
    <message>
        <source>Let dictation type for you</source>
        <translation>讓聽寫為您輸入文字</translation>
    </message>
    <message>
        <source>Your desktop asks once whether this program may type into other windows. It calls this remote control.</source>
        <translation>您的桌面會詢問一次，是否允許本程式在其他視窗中輸入。桌面把這稱為遠端控制。</translation>
    </message>
    <message>
        <source>Without it, dictated text is only copied to the clipboard.</source>
        <translation>沒有此權限時，聽寫的文字只會複製到剪貼簿。</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>再次詢問</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以後再說</translation>
    </message>
</context>
<context>
    <name>PlacePage</name>
    <message>
        <source>Primary screen</source>
        <translation>主螢幕</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The main window, the tray icon and the shortcut below unlock it again.</source>
        <translation>主視窗、系統匣圖示和下面的快捷鍵可以解除鎖定。</translation>
    </message>
    <message>
        <source>On Wayland, the desktop decides where windows are and which are on top.</source>
        <translation>在 Wayland 上，視窗的位置和層次由桌面決定。</translation>
    </message>
</context>
<context>
    <name>PlacePreview</name>
    <message>
        <source>Where the captions stand on the screen</source>
        <translation>字幕在螢幕上的位置</translation>
    </message>
</context>
<context>
    <name>PrecisionPage</name>
    <message>
        <source>Delete the download after conversion</source>
        <translation>轉換後刪除下載的檔案</translation>
    </message>
    <message>
        <source>Use the model for captions as soon as it is ready</source>
        <translation>模型就緒後立即用於字幕</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>How should {0} be saved?</source>
        <translation>{0} 以什麼形式儲存？</translation>
    </message>
    <message>
        <source>{0}, {1} (recommended)</source>
        <translation>{0}，{1}（推薦）</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>about {0} on disk</source>
        <translation>約佔磁碟 {0}</translation>
    </message>
    <message>
        <source>{0} are free in {1}.</source>
        <translation>{1} 中有 {0} 可用空間。</translation>
    </message>
    <message>
        <source>This temporarily needs {0} of space. {1} are free in {2}.</source>
        <translation>這暫時需要 {0} 空間；{2} 中有 {1} 可用。</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Preview of the captions</source>
        <translation>字幕預覽</translation>
    </message>
    <message>
        <source>Words never change. 文字不会改变。</source>
        <translation>文字不會改變。 Words never change.</translation>
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
        <translation>無法讀取您的設定，現在使用預設設定。舊檔案保留在：{file}</translation>
    </message>
    <message>
        <source>The program quit unexpectedly last time. What was saved until then is in the history.</source>
        <translation>程式上次意外結束。在那之前已儲存的內容在歷史紀錄中。</translation>
    </message>
    <message>
        <source>All recordings have been transcribed.</source>
        <translation>所有錄音都已轉錄。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>顯示</translation>
    </message>
    <message>
        <source>R2T2 Captions</source>
        <translation>R2T2 字幕</translation>
    </message>
    <message>
        <source>An internal error occurred ({error}). Captions continue if possible.</source>
        <translation>發生內部錯誤（{error}）。字幕會盡可能繼續。</translation>
    </message>
    <message>
        <source>Captions are hidden</source>
        <translation>字幕已隱藏</translation>
    </message>
    <message>
        <source>Click the tray icon to show them again.</source>
        <translation>點選系統匣圖示可以再次顯示。</translation>
    </message>
</context>
<context>
    <name>ProgramAccess</name>
    <message>
        <source>Other programs cannot be served ({0}). Choose another port in the settings.</source>
        <translation>無法向其他程式提供服務（{0}）。請在設定中選擇其他連接埠。</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>Other programs</source>
        <translation>其他程式</translation>
    </message>
    <message>
        <source>Shown here when it is on</source>
        <translation>開啟後顯示在此處</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>位址</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>複製位址</translation>
    </message>
    <message>
        <source>For programs that accept the address of a transcription service (an “OpenAI compatible” one). Enter anything as key and model. Only programs on this computer can use it, and captions and dictation come first.</source>
        <translation>適用於可填寫轉錄服務位址（「OpenAI 相容」）的程式。金鑰和模型可任意填寫。僅本機程式可以使用，字幕和聽寫優先。</translation>
    </message>
</context>
<context>
    <name>ProgressPage</name>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Captions continue. You can hide this window; the work continues.</source>
        <translation>期間字幕繼續執行。您可以隱藏此視窗；工作會繼續。</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隱藏</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Contacting {0}</source>
        <translation>正在聯絡 {0}</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0}: now</source>
        <translation>{0}：進行中</translation>
    </message>
    <message>
        <source>{0}: later</source>
        <translation>{0}：稍後</translation>
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
        <translation>開啟「允許遠端互動」，然後選擇「分享」。</translation>
    </message>
    <message>
        <source>Keep “Allow restoring on future sessions” on, then choose “Share”.</source>
        <translation>保持勾選「允許在未來的工作階段還原」，然後選擇「分享」。</translation>
    </message>
    <message>
        <source>Remote Desktop</source>
        <translation>遠端桌面</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>分享</translation>
    </message>
    <message>
        <source>Remember This Selection</source>
        <translation>記住這個選擇</translation>
    </message>
    <message>
        <source>Allow Remote Interaction</source>
        <translation>允許遠端互動</translation>
    </message>
    <message>
        <source>Allow Clipboard Access</source>
        <translation>允許存取剪貼簿</translation>
    </message>
    <message>
        <source>Remote control requested</source>
        <translation>已請求遠端控制</translation>
    </message>
    <message>
        <source>Access to: input devices</source>
        <translation>存取：輸入裝置</translation>
    </message>
    <message>
        <source>Allow restoring on future sessions</source>
        <translation>允許在未來的工作階段還原</translation>
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
        <translation>語音辨識</translation>
    </message>
    <message>
        <source>Whatever you choose, a word never changes once it is shown.</source>
        <translation>無論怎麼選擇，顯示出來的文字都不會再改變。</translation>
    </message>
    <message>
        <source>If your choice does not work on this computer, the next best one is used and a message appears.</source>
        <translation>如果所選項在這台電腦上不可用，會改用次優的一項並顯示訊息。</translation>
    </message>
    <message>
        <source>Choose or download a model…</source>
        <translation>選擇或下載模型…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>When microphone and computer are both heard, each line says who speaks.</source>
        <translation>同時收聽麥克風和電腦聲音時，每一行都會標明是誰在說話。</translation>
    </message>
</context>
<context>
    <name>Recognizer</name>
    <message>
        <source>The model in {0} has the format version {1!r}; this program reads version {2}. Convert it again.</source>
        <translation>{0} 中的模型格式版本為 {1!r}；本程式讀取版本 {2}。請重新轉換。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: its {1} is incomplete ({2}).</source>
        <translation>{0} 中的模型已損壞：其 {1} 不完整（{2}）。</translation>
    </message>
    <message>
        <source>The model in {0} has the unknown precision {1!r}.</source>
        <translation>{0} 中的模型精度未知：{1!r}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1!r} is not a file name.</source>
        <translation>{0} 中的模型已損壞：{1!r} 不是檔名。</translation>
    </message>
    <message>
        <source>The model in {0} is incomplete: {1} is not listed.</source>
        <translation>{0} 中的模型不完整：未列出 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is not listed in its {2}.</source>
        <translation>{0} 中的模型已損壞：其 {2} 中未列出 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} could not be read: {1}.</source>
        <translation>無法讀取 {0} 中的模型：{1}。</translation>
    </message>
    <message>
        <source>The model folder {0} does not exist.</source>
        <translation>沒有模型資料夾 {0}。</translation>
    </message>
    <message>
        <source>The folder {0} contains no model: {1} is missing.</source>
        <translation>資料夾 {0} 中沒有模型：缺少 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is not valid JSON.</source>
        <translation>{0} 中的模型已損壞：{1} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is not a JSON object.</source>
        <translation>{0} 中的模型已損壞：{1} 不是 JSON 物件。</translation>
    </message>
    <message>
        <source>The model in {0} is incomplete: {1} is missing.</source>
        <translation>{0} 中的模型不完整：缺少 {1}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: the content of {1} or {2} has changed.</source>
        <translation>{0} 中的模型已損壞：{1} 或 {2} 的內容已改變。</translation>
    </message>
    <message>
        <source>The model in {0} could not be read: {1}: {2}.</source>
        <translation>無法讀取 {0} 中的模型：{1}：{2}。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} has {2} bytes instead of {3}.</source>
        <translation>{0} 中的模型已損壞：{1} 有 {2} 個位元組，應為 {3} 個。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: the content of {1} has changed.</source>
        <translation>{0} 中的模型已損壞：{1} 的內容已改變。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s config.json does not describe a Qwen3-ASR model: {0!r} is missing or wrong.</source>
        <translation>檢查點的 config.json 不是 Qwen3-ASR 模型的：{0!r} 缺失或有誤。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s config.json requires something this program does not support: {0}.</source>
        <translation>檢查點的 config.json 要求本程式無法執行的內容：{0}。</translation>
    </message>
    <message>
        <source>an unknown activation function</source>
        <translation>未知的激勵函數</translation>
    </message>
    <message>
        <source>biases in the decoder&apos;s attention</source>
        <translation>解碼器注意力中的偏置</translation>
    </message>
    <message>
        <source>scaled audio embeddings</source>
        <translation>經過縮放的音訊嵌入</translation>
    </message>
    <message>
        <source>an attention window of {0} frames, which is not a multiple of {1}</source>
        <translation>{0} 幀的注意力視窗，它不是 {1} 的倍數</translation>
    </message>
    <message>
        <source>attention heads that do not divide evenly</source>
        <translation>無法均分的注意力頭</translation>
    </message>
    <message>
        <source>audio embeddings of width {0} for a decoder of width {1}</source>
        <translation>寬度為 {0} 的音訊嵌入，而解碼器的寬度為 {1}</translation>
    </message>
    <message>
        <source>The model bundle does not describe its {0} completely.</source>
        <translation>模型包對其 {0} 的描述不完整。</translation>
    </message>
    <message>
        <source>The model bundle has an invalid {1}.{2}: {0!r}.</source>
        <translation>模型包中 {1}.{2} 的值無效：{0!r}。</translation>
    </message>
    <message>
        <source>The prompt needs {0} positions, but the model has {1}. Shorten the hotwords or the audio.</source>
        <translation>提示需要 {0} 個位置，而模型只有 {1} 個：請縮短熱詞或音訊。</translation>
    </message>
    <message>
        <source>The decoder&apos;s cache is full.</source>
        <translation>解碼器的快取已滿。</translation>
    </message>
    <message>
        <source>This recording is too long for one pass. Split it into shorter ones.</source>
        <translation>這段錄音太長，無法一次辨識：請分成較短的幾段。</translation>
    </message>
    <message>
        <source>An attention window holds {0} embeddings, not {1}.</source>
        <translation>一個注意力視窗有 {0} 個嵌入，而不是 {1} 個。</translation>
    </message>
    <message>
        <source>The hotwords and context have {0:,} characters; the limit is {1:,}. Shorten them.</source>
        <translation>熱詞和上下文共有 {0:,} 個字元，上限為 {1:,} 個。請縮短。</translation>
    </message>
    <message>
        <source>The model does not know the language {0!r}. Choose auto or one of: {1}.</source>
        <translation>模型不認識語言 {0!r}。請選擇 auto 或以下之一：{1}。</translation>
    </message>
    <message>
        <source>The execution provider {0!r} does not exist. Choose auto, {1}.</source>
        <translation>沒有計算後端 {0!r}；請選擇 auto、{1}。</translation>
    </message>
    <message>
        <source>this build of ONNX Runtime has no {0}</source>
        <translation>此 ONNX Runtime 版本不含 {0}</translation>
    </message>
    <message>
        <source>no NVIDIA driver was found</source>
        <translation>未找到 NVIDIA 驅動程式</translation>
    </message>
    <message>
        <source>{0} needs the model in {1}, but this one is {2}</source>
        <translation>{0} 需要 {1} 精度的模型，而這個是 {2}</translation>
    </message>
    <message>
        <source>an older version of this program converted the model; import it again</source>
        <translation>該模型由本程式的舊版本轉換；請重新匯入</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} could not be loaded ({2}).</source>
        <translation>{0} 中的模型已損壞：無法載入 {1}（{2}）。</translation>
    </message>
    <message>
        <source>{0} could not load the model ({1}).</source>
        <translation>{0} 無法載入模型（{1}）。</translation>
    </message>
    <message>
        <source>{0} is not available: its libraries could not be loaded.</source>
        <translation>{0} 不可用：無法載入其程式庫檔案。</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: its graphs have {1} instead of {2} ({3}).</source>
        <translation>{0} 中的模型已損壞：其計算圖中是 {1}，應為 {2}（{3}）。</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}. Using the {2} instead.</source>
        <translation>{0} 無法使用：{1}。改用 {2}。</translation>
    </message>
    <message>
        <source>{0} hotwords are too many for this model. It uses the first {1} of them.</source>
        <translation>{0} 個熱詞超出此模型的容量。只使用其中前 {1} 個。</translation>
    </message>
    <message>
        <source>The context is too long for this model. It uses the first {0:,} characters.</source>
        <translation>上下文超出此模型的容量。只使用前 {0:,} 個字元。</translation>
    </message>
    <message>
        <source>The {0} failed, and no other provider is available: {1}.</source>
        <translation>{0} 出現故障，且沒有其他計算後端可用：{1}。</translation>
    </message>
    <message>
        <source>{0} failed ({1}). Continuing with the {2}.</source>
        <translation>{0} 出現故障（{1}）；改用 {2} 繼續。</translation>
    </message>
    <message>
        <source>{0}. Trying the {1}.</source>
        <translation>{0}。正在嘗試 {1}。</translation>
    </message>
    <message>
        <source>{0} failed its self-test ({1})</source>
        <translation>{0} 未通過自我測試（{1}）</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: it fails its self-test ({1:.0%} correct)</source>
        <translation>{0} 中的模型已損壞：未通過自我測試（正確率 {1:.0%}）</translation>
    </message>
    <message>
        <source>{0} computes wrong results on this computer ({1:.0%} correct)</source>
        <translation>{0} 在這台電腦上給出錯誤的結果（正確率 {1:.0%}）</translation>
    </message>
    <message>
        <source>its memory is full</source>
        <translation>其記憶體已滿</translation>
    </message>
    <message>
        <source>the device was lost</source>
        <translation>裝置已丟失</translation>
    </message>
    <message>
        <source>The tokenizer {0} cannot be read: {1}.</source>
        <translation>無法讀取分詞器 {0}：{1}。</translation>
    </message>
    <message>
        <source>The tokenizer {0} is damaged or of an unknown kind: {1}.</source>
        <translation>分詞器 {0} 已損壞或型別未知：{1}。</translation>
    </message>
    <message>
        <source>The tokenizer {0} is damaged: it is not JSON. Reinstall the model.</source>
        <translation>分詞器 {0} 已損壞：它不是 JSON。請重新安裝模型。</translation>
    </message>
    <message>
        <source>This stream has ended. Start a new one for more audio.</source>
        <translation>此資料流已結束：請為更多音訊開始新的資料流。</translation>
    </message>
</context>
<context>
    <name>RecordingQueue</name>
    <message>
        <source>The folder “{0}” contains no recordings.</source>
        <translation>資料夾「{0}」中沒有錄音。</translation>
    </message>
    <message>
        <source>The folder “{0}” could not be read ({1}).</source>
        <translation>無法讀取資料夾「{0}」（{1}）。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>錄音</translation>
    </message>
    <message>
        <source>State</source>
        <translation>狀態</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>{name} (track {track})</source>
        <translation>{name}（音軌 {track}）</translation>
    </message>
    <message>
        <source>No speech was recognised.</source>
        <translation>沒有辨識到語音。</translation>
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
        <translation>正在轉錄</translation>
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
        <translation>錄音</translation>
    </message>
    <message>
        <source>Add recordings…</source>
        <translation>加入錄音…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>加入資料夾…</translation>
    </message>
    <message>
        <source>Save subtitles</source>
        <translation>儲存字幕</translation>
    </message>
    <message>
        <source>Show in history</source>
        <translation>在歷史記錄中顯示</translation>
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
        <translation>重試</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已結束的</translation>
    </message>
    <message>
        <source>Audio track:</source>
        <translation>音軌：</translation>
    </message>
    <message>
        <source>Audio track</source>
        <translation>音軌</translation>
    </message>
    <message>
        <source>Drop recordings, videos or folders here. They become text while captions continue.</source>
        <translation>把錄音、影片或資料夾拖到這裡。它們會轉成文字，字幕繼續執行。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>Add recordings</source>
        <translation>加入錄音</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>加入資料夾</translation>
    </message>
    <message>
        <source>“{0}” already exists. Replace it?</source>
        <translation>「{0}」已存在。要取代嗎？</translation>
    </message>
    <message>
        <source>{0} of these files already exist. Replace them?</source>
        <translation>其中 {0} 個檔案已存在。要取代嗎？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Save only the others</source>
        <translation>只儲存其他的</translation>
    </message>
    <message>
        <source>The subtitles were saved next to the recording.</source>
        <translation>字幕已儲存到錄音所在的資料夾。</translation>
    </message>
    <message>
        <source>{0} files with subtitles were saved next to the recordings.</source>
        <translation>{0} 個字幕檔案已儲存到錄音所在的資料夾。</translation>
    </message>
</context>
<context>
    <name>Remote</name>
    <message>
        <source>“{0}” is outside your network. Use an address that begins with https://, so that it is encrypted.</source>
        <translation>「{0}」在您的網路之外。請使用以 https:// 開頭的位址，以便加密。</translation>
    </message>
    <message>
        <source>“{0}” is not the address of a server. Enter one like https://server.example:8000.</source>
        <translation>「{0}」不是伺服器位址。請輸入類似 https://server.example:8000 的位址。</translation>
    </message>
    <message>
        <source>{0} Using {1}.</source>
        <translation>{0}改用 {1}。</translation>
    </message>
    <message>
        <source>{0} Continuing with {1}.</source>
        <translation>{0}改用 {1} 繼續。</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{1} 上的 {0}</translation>
    </message>
    <message>
        <source>The model “{0}” on {1} is not a Confucius4-R2T2 or Qwen3-ASR model.</source>
        <translation>{1} 上的模型「{0}」不是 Confucius4-R2T2 或 Qwen3-ASR 模型。</translation>
    </message>
    <message>
        <source>{0} does not give out the tokens of its model. It needs vLLM 0.10 or later.</source>
        <translation>{0} 不提供其模型的詞元。需要 vLLM 0.10 或更新版本。</translation>
    </message>
    <message>
        <source>{0} does not answer in time.</source>
        <translation>{0} 沒有及時回應。</translation>
    </message>
    <message>
        <source>{0} sent an invalid response.</source>
        <translation>{0} 傳送了無效的回應。</translation>
    </message>
    <message>
        <source>The certificate of {0} could not be verified ({1}).</source>
        <translation>無法驗證 {0} 的憑證（{1}）。</translation>
    </message>
    <message>
        <source>Could not connect to {0} ({1}).</source>
        <translation>無法連線到 {0}（{1}）。</translation>
    </message>
    <message>
        <source>{0} did not accept the access token.</source>
        <translation>{0} 不接受該存取權杖。</translation>
    </message>
    <message>
        <source>{0} is busy.</source>
        <translation>{0} 正忙碌中。</translation>
    </message>
    <message>
        <source>{0} refused the request (error {1}: {2}).</source>
        <translation>{0} 拒絕了要求（錯誤 {1}：{2}）。</translation>
    </message>
    <message>
        <source>The stored certificate is damaged. Add the server again.</source>
        <translation>儲存的憑證已損壞。請重新新增伺服器。</translation>
    </message>
    <message>
        <source>{0} is not a vLLM server.</source>
        <translation>{0} 不是 vLLM 伺服器。</translation>
    </message>
    <message>
        <source>The context of “{0}” on {1} is too short: {2} tokens; at least {3} are needed.</source>
        <translation>{1} 上「{0}」的上下文太短：{2} 個詞元；至少需要 {3} 個。</translation>
    </message>
    <message>
        <source>The model “{0}” on {1} does not take sound: {2}</source>
        <translation>{1} 上的模型「{0}」不接受聲音：{2}</translation>
    </message>
    <message>
        <source>{0} cannot continue a text. Start it with the option --trust-request-chat-template.</source>
        <translation>{0} 無法接續文字。請用選項 --trust-request-chat-template 啟動它。</translation>
    </message>
    <message>
        <source>{0} ended the connection.</source>
        <translation>{0} 結束了連線。</translation>
    </message>
    <message>
        <source>{0} cannot continue a text, so captions appear only at the end of each utterance, and the language is detected. Started with the option --trust-request-chat-template, it shows words as they are spoken.</source>
        <translation>{0} 無法接續文字，因此字幕只在每段話結束時出現，語言自動偵測。用選項 --trust-request-chat-template 啟動後，它會隨講隨顯。</translation>
    </message>
</context>
<context>
    <name>Removals</name>
    <message>
        <source>Remove the model {0} from the list? Its folder will be kept: {1}</source>
        <translation>從清單中移除模型 {0}？它的資料夾會保留：{1}</translation>
    </message>
    <message>
        <source>Remove the server {0} from the list?</source>
        <translation>要從清單中移除伺服器 {0} 嗎？</translation>
    </message>
    <message>
        <source>Remove the model {0}? This frees {1}.</source>
        <translation>刪除模型 {0}？這會釋放 {1}。</translation>
    </message>
    <message>
        <source>It is in use. Captions will continue with the starter model.</source>
        <translation>它正在使用；字幕將改用入門模型。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>It is still in use and will be removed when the program next starts.</source>
        <translation>它仍在使用，將在程式下次啟動時刪除。</translation>
    </message>
    <message>
        <source>Removing a model… You can continue or close this window.</source>
        <translation>正在刪除模型…您可以繼續操作，也可以關閉此視窗。</translation>
    </message>
</context>
<context>
    <name>ResultPage</name>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
</context>
<context>
    <name>RowsTable</name>
    <message>
        <source>Add</source>
        <translation>新增</translation>
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
        <translation>把游標放在這裡，按住 %1 說話。</translation>
    </message>
    <message>
        <source>Press the button and speak. Press it again to stop.</source>
        <translation>按下按鈕說話；再按一次停止。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Dictate</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部複製</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Dictated text</source>
        <translation>聽寫的文字</translation>
    </message>
    <message>
        <source>What you dictate appears here.</source>
        <translation>您聽寫的內容出現在這裡。</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Add a server</source>
        <translation>新增伺服器</translation>
    </message>
    <message>
        <source>While a server is used, everything that is heard, your hotwords and the recognised text are sent to it. Use only a server that you trust. The main window shows where the sound goes for as long as it goes there.</source>
        <translation>使用伺服器時，聽到的所有聲音、您的熱詞和辨識出的文字都會傳送給它。請只使用您信任的伺服器。只要聲音還在傳送，主視窗就會顯示它傳往何處。</translation>
    </message>
    <message>
        <source>only if the server asks for one</source>
        <translation>僅在伺服器要求時填寫</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>存取權杖</translation>
    </message>
    <message>
        <source>vLLM, another computer’s “r2t2-captions serve”, or the official server (ws://). Several addresses of vLLM, separated by spaces, stand in for each other.</source>
        <translation>vLLM、另一台電腦的「r2t2-captions serve」，或官方伺服器（ws://）。以空格分隔的多個 vLLM 位址可互相替代。</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>伺服器的位址</translation>
    </message>
    <message>
        <source>This is my server. Accept this certificate and no other.</source>
        <translation>這是我的伺服器。只接受此憑證。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>測試</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>使用此伺服器</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在連線…</translation>
    </message>
    <message>
        <source>{name} can be used. It answers after {delay:.0f} ms.</source>
        <translation>{name} 可以使用。它在 {delay:.0f} 毫秒後回應。</translation>
    </message>
    <message>
        <source>{problem}
The server’s certificate has this SHA-256 fingerprint:
{fingerprint}</source>
        <translation>{problem}
伺服器憑證的 SHA-256 指紋為：
{fingerprint}</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>Text of the session</source>
        <translation>工作階段文字</translation>
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
        <translation>最準確</translation>
    </message>
    <message>
        <source>Listen to</source>
        <translation>收聽</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>What the computer plays</source>
        <translation>電腦播放的聲音</translation>
    </message>
    <message>
        <source>Microphone and computer</source>
        <translation>麥克風和電腦</translation>
    </message>
    <message>
        <source>Computer sound from</source>
        <translation>電腦聲音來自</translation>
    </message>
    <message>
        <source>Name for your lines</source>
        <translation>您的顯示名稱</translation>
    </message>
    <message>
        <source>Name for the computer&apos;s lines</source>
        <translation>電腦聲音的顯示名稱</translation>
    </message>
    <message>
        <source>Spoken language</source>
        <translation>所說的語言</translation>
    </message>
    <message>
        <source>Hotwords</source>
        <translation>熱詞</translation>
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
        <translation>停頓多久後結束一行</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>處理器</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Mask strong language</source>
        <translation>遮蔽粗話</translation>
    </message>
    <message>
        <source>Words to mask</source>
        <translation>要遮蔽的詞</translation>
    </message>
    <message>
        <source>Show the captions overlay</source>
        <translation>顯示字幕浮動視窗</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行數</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字型</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>粗細</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>標準</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中等</translation>
    </message>
    <message>
        <source>Semibold</source>
        <translation>半粗體</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>粗體</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>顏色</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>黑底白字</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>黑底黃字</translation>
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
        <translation>綠底白字（色鍵去背）</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自訂</translation>
    </message>
    <message>
        <source>Text colour</source>
        <translation>文字顏色</translation>
    </message>
    <message>
        <source>Background colour</source>
        <translation>背景顏色</translation>
    </message>
    <message>
        <source>Background opacity</source>
        <translation>背景不透明度</translation>
    </message>
    <message>
        <source>Text outline</source>
        <translation>文字外框</translation>
    </message>
    <message>
        <source>When contrast is low</source>
        <translation>對比度低時</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>總是</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>從不</translation>
    </message>
    <message>
        <source>Free memory when paused for</source>
        <translation>暫停多久後釋放記憶體</translation>
    </message>
    <message>
        <source>Show who speaks</source>
        <translation>顯示是誰在說話</translation>
    </message>
    <message>
        <source>New text appears</source>
        <translation>新文字的出現方式</translation>
    </message>
    <message>
        <source>Word by word</source>
        <translation>逐詞</translation>
    </message>
    <message>
        <source>Phrase by phrase</source>
        <translation>逐句</translation>
    </message>
    <message>
        <source>At once, in parts of words</source>
        <translation>立即顯示，可能只有單字的一部分</translation>
    </message>
    <message>
        <source>Smooth scrolling</source>
        <translation>平滑捲動</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>On</source>
        <translation>開</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>關</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Clear after silence of</source>
        <translation>靜音後清空</translation>
    </message>
    <message>
        <source>Hide the box when nobody speaks</source>
        <translation>無人說話時隱藏底框</translation>
    </message>
    <message>
        <source>Lock in place</source>
        <translation>鎖定位置</translation>
    </message>
    <message>
        <source>While locked, let clicks pass through</source>
        <translation>鎖定時讓點擊穿透</translation>
    </message>
    <message>
        <source>Show the captions as an ordinary window (window capture)</source>
        <translation>將字幕顯示為一般視窗（用於視窗擷取）</translation>
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
        <translation>螢幕上邊緣</translation>
    </message>
    <message>
        <source>Bottom edge of the screen</source>
        <translation>螢幕下邊緣</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>螢幕</translation>
    </message>
    <message>
        <source>Save what is said on this computer</source>
        <translation>在這台電腦上儲存所說的話</translation>
    </message>
    <message>
        <source>Don&apos;t store dictation</source>
        <translation>不儲存聽寫</translation>
    </message>
    <message>
        <source>Never store dictation in</source>
        <translation>從不儲存聽寫的程式</translation>
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
        <translation>每行的時間</translation>
    </message>
    <message>
        <source>Since the start of the session</source>
        <translation>從工作階段開始算起</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>兩者</translation>
    </message>
    <message>
        <source>Dictate into other windows</source>
        <translation>聽寫到其他視窗</translation>
    </message>
    <message>
        <source>Hold to talk</source>
        <translation>按住說話</translation>
    </message>
    <message>
        <source>Press to start and stop</source>
        <translation>按一下開始，再按停止</translation>
    </message>
    <message>
        <source>Insert text</source>
        <translation>插入文字</translation>
    </message>
    <message>
        <source>While you speak, word by word</source>
        <translation>邊說邊出，逐詞出現</translation>
    </message>
    <message>
        <source>All at once, when you finish</source>
        <translation>說完後一次出現</translation>
    </message>
    <message>
        <source>Insert text by</source>
        <translation>輸入文字的方式</translation>
    </message>
    <message>
        <source>Typing; pasting what the keyboard lacks</source>
        <translation>鍵入；鍵盤沒有的字元則貼上</translation>
    </message>
    <message>
        <source>Typing only</source>
        <translation>僅鍵入</translation>
    </message>
    <message>
        <source>Pasting only</source>
        <translation>僅貼上</translation>
    </message>
    <message>
        <source>Exceptions for single programs</source>
        <translation>個別程式的例外</translation>
    </message>
    <message>
        <source>If you switch to another window</source>
        <translation>如果您切換到其他視窗</translation>
    </message>
    <message>
        <source>Wait until you return to it</source>
        <translation>等您切換回來</translation>
    </message>
    <message>
        <source>Bring the first window back</source>
        <translation>把原來的視窗帶回來</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>之後</translation>
    </message>
    <message>
        <source>Do nothing</source>
        <translation>什麼都不做</translation>
    </message>
    <message>
        <source>Add a space</source>
        <translation>加一個空格</translation>
    </message>
    <message>
        <source>Press Enter</source>
        <translation>按 Enter</translation>
    </message>
    <message>
        <source>Same language as the captions</source>
        <translation>與字幕語言相同</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>Same hotwords as the captions</source>
        <translation>與字幕熱詞相同</translation>
    </message>
    <message>
        <source>Replacements</source>
        <translation>替換</translation>
    </message>
    <message>
        <source>Write spoken punctuation as marks: “comma”, “new line”</source>
        <translation>把說出的標點寫成符號：「逗號」「換行」</translation>
    </message>
    <message>
        <source>Write numbers as digits: “$25”</source>
        <translation>數字寫成阿拉伯數字：「25」</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分鐘</translation>
    </message>
    <message>
        <source>End a dictation after</source>
        <translation>聽寫最長時間</translation>
    </message>
    <message>
        <source>Pause captions while dictating</source>
        <translation>聽寫時暫停字幕</translation>
    </message>
    <message>
        <source>Play sounds at start and end</source>
        <translation>開始和結束時發出聲音</translation>
    </message>
    <message>
        <source>Show the status</source>
        <translation>顯示狀態</translation>
    </message>
    <message>
        <source>At the text window</source>
        <translation>在文字視窗處</translation>
    </message>
    <message>
        <source>At the bottom of the screen</source>
        <translation>在螢幕底部</translation>
    </message>
    <message>
        <source>At the top of the screen</source>
        <translation>在螢幕頂部</translation>
    </message>
    <message>
        <source>Folder for models</source>
        <translation>模型資料夾</translation>
    </message>
    <message>
        <source>Hub mirror</source>
        <translation>模型庫鏡像</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>存取權杖</translation>
    </message>
    <message>
        <source>Never use the network for models</source>
        <translation>獲取模型時絕不使用網路</translation>
    </message>
    <message>
        <source>Offer captions as a browser source (OBS)</source>
        <translation>把字幕作為瀏覽器來源提供（OBS）</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>連接埠</translation>
    </message>
    <message>
        <source>Also show what was said before sharing began</source>
        <translation>同時顯示開始分享之前的內容</translation>
    </message>
    <message>
        <source>Address on the network</source>
        <translation>網路中的位址</translation>
    </message>
    <message>
        <source>Let other programs on this computer recognise speech</source>
        <translation>允許本機上的其他程式辨識語音</translation>
    </message>
    <message>
        <source>Interface language</source>
        <translation>介面語言</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>系統語言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主題</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高對比</translation>
    </message>
    <message>
        <source>Start with captions only, without this window</source>
        <translation>啟動時只顯示字幕，不顯示此視窗</translation>
    </message>
    <message>
        <source>Keep captions running when the window is closed</source>
        <translation>關閉視窗後字幕繼續執行</translation>
    </message>
    <message>
        <source>Keep the screen on while someone speaks</source>
        <translation>有人說話時保持螢幕開啟</translation>
    </message>
    <message>
        <source>Global shortcut: pause and resume</source>
        <translation>全域快捷鍵：暫停和繼續</translation>
    </message>
    <message>
        <source>Global shortcut: unlock and bring back</source>
        <translation>全域快捷鍵：解鎖並帶回</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>頁面</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>尋找設定</translation>
    </message>
    <message>
        <source>Nothing found for “{0}”.</source>
        <translation>找不到「{0}」。</translation>
    </message>
</context>
<context>
    <name>SharePage</name>
    <message>
        <source>Share with phones</source>
        <translation>分享到手機</translation>
    </message>
    <message>
        <source>Captions go directly to the phones in your network, without a server on the internet. They are not encrypted: anyone who has the address or records the network’s traffic can read along. Share only in networks that you trust.</source>
        <translation>字幕會直接傳送到您網路中的手機，不經過網際網路上的伺服器。傳輸未加密：任何知道此網址或記錄網路流量的人都能看到字幕。請只在您信任的網路中分享。</translation>
    </message>
    <message>
        <source>If a phone can’t open the page, check that it is in the same network (guest networks often keep devices apart) and that this computer’s firewall allows the port above. On Windows, choose “Allow” when asked.</source>
        <translation>如果手機無法開啟頁面，請檢查手機是否在同一個網路中（訪客網路通常會隔離裝置），以及這部電腦的防火牆是否允許上面的連接埠。在 Windows 上出現提示時，請選擇「允許」。</translation>
    </message>
    <message>
        <source>Start sharing</source>
        <translation>開始分享</translation>
    </message>
    <message>
        <source>Everyone in the room can read the captions on a phone or tablet: they scan a code and need no app. They can only read.</source>
        <translation>在場的每個人都可以用手機或平板閱讀字幕：掃描即可，不需要安裝應用程式。他們只能閱讀。</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>停止分享</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>複製網址</translation>
    </message>
    <message>
        <source>Show the code large</source>
        <translation>放大顯示 QR Code</translation>
    </message>
    <message>
        <source>Scan this code with a phone’s camera, or type the address:</source>
        <translation>用手機相機掃描此 QR Code，或輸入網址：</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>{address}: open to the internet</source>
        <translation>{address}：對網際網路開放</translation>
    </message>
    <message>
        <source>QR code with the address of the captions</source>
        <translation>包含字幕網址的 QR Code</translation>
    </message>
    <message numerus="yes">
        <source>%n viewer(s)</source>
        <translation>
            <numerusform>%n 位觀眾</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>另外 {n} 位</translation>
    </message>
    <message>
        <source>Browser</source>
        <translation>瀏覽器</translation>
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
        <translation>找不到區域網路。請將這部電腦連上網路，或選擇一個位址。</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>停止分享</translation>
    </message>
    <message numerus="yes">
        <source>Captions are shared on the local network · %n viewer(s)</source>
        <translation>
            <numerusform>字幕正在區域網路中分享 · %n 位觀眾</numerusform>
        </translation>
    </message>
    <message>
        <source>Captions could not be shared ({reason}). Choose another port in the settings.</source>
        <translation>無法分享字幕（{reason}）。請在設定中選擇其他連接埠。</translation>
    </message>
    <message>
        <source>Captions are shared at another address now. Viewers have to scan the new code.</source>
        <translation>字幕分享的位址已變更。觀眾需要掃描新的 QR Code。</translation>
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
        <translation>電腦</translation>
    </message>
</context>
<context>
    <name>SourcePanel</name>
    <message>
        <source>Input level</source>
        <translation>輸入音量</translation>
    </message>
    <message>
        <source>System default ({name})</source>
        <translation>系統預設（{name}）</translation>
    </message>
    <message>
        <source>{name} (not connected)</source>
        <translation>{name}（未連接）</translation>
    </message>
</context>
<context>
    <name>StateHeader</name>
    <message>
        <source>Nothing is lost while the model loads</source>
        <translation>載入模型時不會丟失任何內容</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>伺服器</translation>
    </message>
    <message>
        <source>{provider} · {lag:.1f} s behind · {device}</source>
        <translation>{provider} · 落後 {lag:.1f} 秒 · {device}</translation>
    </message>
    <message>
        <source>{provider} · words after about {delay:.1f} s · {device}</source>
        <translation>{provider} · 文字約 {delay:.1f} 秒後出現 · {device}</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>%1 s behind</source>
        <translation>落後 %1 秒</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在載入模型…</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在收聽</translation>
    </message>
    <message>
        <source>No sound</source>
        <translation>沒有聲音</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Not working</source>
        <translation>無法工作</translation>
    </message>
</context>
<context>
    <name>StatusPill</name>
    <message>
        <source>Dictation status</source>
        <translation>聽寫狀態</translation>
    </message>
    <message>
        <source>Listening. The model is still loading; nothing is lost.</source>
        <translation>正在收聽。模型仍在載入，不會丟失任何內容。</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在收聽</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>正在完成…</translation>
    </message>
    <message>
        <source>Waiting for the window</source>
        <translation>正在等待視窗</translation>
    </message>
    <message>
        <source>Dictation failed</source>
        <translation>聽寫失敗</translation>
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
        <translation>開啟後顯示在這裡</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>位址</translation>
    </message>
    <message>
        <source>Only programs on this computer can open the page, and only with its secret address.</source>
        <translation>只有這台電腦上的程式能開啟此頁面，並且需要位址中的金鑰。</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>複製位址</translation>
    </message>
    <message>
        <source>New secret address</source>
        <translation>新的金鑰位址</translation>
    </message>
    <message>
        <source>For window capture in OBS, where the browser source is not wanted. The colours “White on green” can be keyed out.</source>
        <translation>用於 OBS 的視窗擷取，適合不想使用瀏覽器來源的情況。顏色「綠底白字」可以用色鍵去背。</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Transcript</source>
        <translation>逐字稿</translation>
    </message>
    <message>
        <source>Captions appear here.</source>
        <translation>字幕顯示在這裡。</translation>
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
        <translation>暫停和繼續：{keys}</translation>
    </message>
</context>
</TS>
