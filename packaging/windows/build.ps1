# Builds dist\r2t2-captions-VERSION-windows-setup.exe. Needs Python 3.11+ and Inno Setup 6 (iscc on the path).
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")
if (-not (Test-Path .venv)) { python -m venv .venv }
$python = ".venv\Scripts\python.exe"
& $python -m pip install --disable-pip-version-check --editable ".[packaging]"
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& $python -m PyInstaller --noconfirm packaging\r2t2-captions.spec
if ($LASTEXITCODE) { exit $LASTEXITCODE }
$version = & $python -c "import app; print(app.__version__)"
iscc "/DAppVersion=$version" packaging\windows\installer.iss
exit $LASTEXITCODE
