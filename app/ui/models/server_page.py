"""Page of the models dialog on which a server is added: its address and token, a test, and what it means for privacy."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QPushButton

from app.base.settings import Server
from app.models.errors import ModelError
from app.remote.connect import connect, fingerprint, shown_certificate
from app.remote.errors import ServerError
from app.ui.kit.page import Page, paragraph
from inference.errors import RecognizerError


@dataclass(frozen=True)
class Tried:
    """What came of the test of a server.

    Attributes:
        server: with its name, where it can be used; else as it was typed.
        delay_s: what a short question took.
        problem: why it cannot be used, "" if it can.
        note: what the user should know before choosing it, "" for nothing.
        certificate: PEM of a certificate that nobody vouches for, which the user may accept; else "".
    """

    server: Server
    delay_s: float = 0.0
    problem: str = ""
    certificate: str = ""
    note: str = ""


def try_server(server: Server, models_folder: str) -> Tried:
    """Asks a server all that has to be known of it; only a short silence is sent. Raises ModelError. May take seconds."""
    try:
        recognizer = connect(server, models_folder, lambda text: None)
    except RecognizerError as error:
        certificate = ""
        if isinstance(error.__cause__, ServerError) and error.__cause__.untrusted:
            try:
                certificate = shown_certificate(server.addresses)
            except ServerError as other:
                raise ModelError(str(other)) from other
        return Tried(server, problem=str(error), certificate=certificate)
    try:
        named = Server(server.addresses, server.token, server.certificate, recognizer.bundle.name)
        return Tried(named, recognizer.delay_s, note=recognizer.note)
    finally:
        recognizer.close()


class ServerPage(Page):
    """
    Signals:
        test_wanted(Server): the server is to be tried out.
        accepted(Server): it was tried, and is to be used.
        back_wanted()
    """

    test_wanted = Signal(object)
    accepted = Signal(object)
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Add a server"), scrolls=True)
        self._tried: Tried | None = None
        self.about = paragraph(
            self.tr(
                "While a server is used, everything that is heard, your hotwords and the recognised text are sent to it. "
                "Use only a server that you trust. The main window shows where the sound goes for as long as it goes there."
            )
        )
        self.addresses = QLineEdit()
        self.addresses.setPlaceholderText("https://server.example:8000")
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("only if the server asks for one"))
        self.several = paragraph(
            self.tr(
                "vLLM, another computer’s “r2t2-captions serve”, or the official server (ws://). Several addresses of vLLM, separated by "
                "spaces, stand in for each other."
            )
        )
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setVerticalSpacing(10)
        for text, field in (
            (self.tr("Address of the server"), self.addresses),
            (self.tr("Access token"), self.token),
        ):
            label = QLabel(text)
            label.setBuddy(field)
            field.setAccessibleName(text)
            field.textChanged.connect(self._forget)
            form.addRow(label, field)
        self.result = paragraph()
        self.trust = QCheckBox(self.tr("This is my server. Accept this certificate and no other."))
        self.trust.hide()
        self.trust.toggled.connect(self._show_buttons)
        self.back = QPushButton(self.tr("Cancel"))
        self.test = QPushButton(self.tr("Test"))
        self.use = QPushButton(self.tr("Use this server"))
        self.test.setDefault(True)
        self.back.clicked.connect(self.back_wanted)
        self.test.clicked.connect(lambda: self.test_wanted.emit(self._typed()))
        self.use.clicked.connect(
            lambda: self.accepted.emit(self._tried.server if self._tried is not None else Server())
        )
        self.body.addWidget(self.about)
        self.body.addSpacing(10)
        self.body.addLayout(form)
        self.body.addWidget(self.several)
        self.body.addSpacing(10)
        self.body.addWidget(self.result)
        self.body.addWidget(self.trust)
        self.body.addStretch(1)
        self.buttons(self.back, None, self.test, self.use)

    def begin(self) -> None:
        """An empty page."""
        self.addresses.clear()
        self.token.clear()
        self._forget()
        self.addresses.setFocus()

    def wait(self) -> None:
        """The server is being asked."""
        self._tried = None
        self.trust.hide()
        self.result.setText(self.tr("Connecting…"))
        self._show_buttons()
        self.test.setEnabled(False)

    def show_result(self, tried: Tried) -> None:
        """What came of it."""
        self._tried = tried
        if not tried.problem:
            text = self.tr("{name} can be used. It answers after {delay:.0f} ms.")
            text = text.format(name=tried.server.name, delay=tried.delay_s * 1000)
            self.result.setText(f"{text}\n{tried.note}".strip())
        elif tried.certificate:
            text = self.tr("{problem}\nThe server’s certificate has this SHA-256 fingerprint:\n{fingerprint}")
            self.result.setText(text.format(problem=tried.problem, fingerprint=fingerprint(tried.certificate)))
            self.trust.setChecked(False)
            self.trust.show()
        else:
            self.result.setText(tried.problem)
        self._show_buttons()
        (self.use if self.use.isEnabled() else self.test).setFocus()

    def refuse(self, message: str) -> None:
        """It could not even be asked."""
        self.show_result(Tried(self._typed(), problem=message))

    def _typed(self) -> Server:
        """What was typed, with the certificate that was accepted."""
        tried, certificate = self._tried, ""
        if tried is not None and tried.certificate and self.trust.isChecked():
            certificate = tried.certificate
        return Server(" ".join(self.addresses.text().replace(",", " ").split()), self.token.text().strip(), certificate)

    def _forget(self) -> None:
        """Something else is typed: what was found out is about another server."""
        self._tried = None
        self.result.setText("")
        self.trust.hide()
        self._show_buttons()

    def _show_buttons(self) -> None:
        tried = self._tried
        self.test.setEnabled(bool(self.addresses.text().strip()))
        usable = tried is not None and not tried.problem
        self.use.setEnabled(usable)
        (self.use if usable else self.test).setDefault(True)
