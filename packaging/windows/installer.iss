; Inno Setup 6: a per-user installer, no administrator needed. Called by build.ps1 with the version.
#ifndef AppVersion
  #error Call it as build.ps1 does: iscc /DAppVersion=0.1.0 packaging\windows\installer.iss
#endif

[Setup]
; The id ties updates to the installed program; it must never change.
AppId={{6C0E6B9B-6B1C-4E0B-9C39-2C8A3B0D7F52}
AppName=R2T2 Captions
AppVersion={#AppVersion}
AppPublisher=The R2T2 Captions authors
AppPublisherURL=https://github.com/r2t2-captions/r2t2-captions
DefaultDirName={autopf}\R2T2 Captions
DefaultGroupName=R2T2 Captions
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\icons\app.ico
UninstallDisplayIcon={app}\R2T2 Captions.exe
OutputDir=..\..\dist
OutputBaseFilename=r2t2-captions-{#AppVersion}-windows-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked

[InstallDelete]
; Files of an older version must not stay beside those of the new one.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\r2t2-captions\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\R2T2 Captions"; Filename: "{app}\R2T2 Captions.exe"; AppUserModelID: "io.github.r2t2_captions.R2T2Captions"
Name: "{autodesktop}\R2T2 Captions"; Filename: "{app}\R2T2 Captions.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\R2T2 Captions.exe"; Description: "{cm:LaunchProgram,R2T2 Captions}"; Flags: nowait postinstall skipifsilent

[UninstallDelete]
Type: filesandordirs; Name: "{app}\_internal"
