<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>HistoryWindow</name>
    <message numerus="yes">
        <source>Delete all %n session(s)?</source>
        <translation>
            <numerusform>Delete the %n session?</numerusform>
            <numerusform>Delete all %n sessions?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HotwordPanel</name>
    <message numerus="yes">
        <source>{used} of {limit} characters: only the first %n word(s) are used.</source>
        <translation>
            <numerusform>{used} of {limit} characters: only the first %n word is used.</numerusform>
            <numerusform>{used} of {limit} characters: only the first %n words are used.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), {used} of {limit} characters</source>
        <translation>
            <numerusform>%n word, {used} of {limit} characters</numerusform>
            <numerusform>%n words, {used} of {limit} characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverlayToolbar</name>
    <message numerus="yes">
        <source>%n new word(s)</source>
        <translation>
            <numerusform>%n new word</numerusform>
            <numerusform>%n new words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SharePage</name>
    <message numerus="yes">
        <source>%n viewer(s)</source>
        <translation>
            <numerusform>%n viewer</numerusform>
            <numerusform>%n viewers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sharing</name>
    <message numerus="yes">
        <source>Captions are shared on the local network · %n viewer(s)</source>
        <translation>
            <numerusform>Captions are shared on the local network · %n viewer</numerusform>
            <numerusform>Captions are shared on the local network · %n viewers</numerusform>
        </translation>
    </message>
</context>
</TS>
