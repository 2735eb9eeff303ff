"""Where the sound comes from: microphone, computer or both, the devices, and how loud it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from app.base.settings import CaptionSettings, choices_of, label_of
from app.ui.kit.changes import FollowsChanges
from app.ui.main_window.level_meter import LevelMeter

if TYPE_CHECKING:
    from app.capture.device import Device, Devices


def device_entries(
    devices: Sequence[Device], wanted: str, default: str, words: tuple[str, str]
) -> list[tuple[str, str]]:
    """(label, name) for a device list: the system's default first, a chosen device that is away last.

    `words` are the labels for "System default ({name})" and "{name} (not connected)".
    """
    labels = {device.name: device.label for device in devices}
    entries = [(words[0].format(name=labels.get(default, "—")), "")]
    entries += [(device.label, device.name) for device in devices]
    if wanted and wanted not in labels:
        entries.append((words[1].format(name=wanted), wanted))
    return entries


class SourcePanel(FollowsChanges, QWidget):
    """Source, devices and level.

    Signals:
        changed(CaptionSettings): the caption settings with another source or device.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = CaptionSettings()
        self._devices: Devices | None = None
        self.source = self._combo()
        self.source.activated.connect(self._pick_source)
        self.microphone = self._combo()
        self.microphone.activated.connect(lambda index: self._pick("input_device", self.microphone.itemData(index)))
        self.output = self._combo()
        self.output.activated.connect(lambda index: self._pick("output_device", self.output.itemData(index)))
        self.meter = LevelMeter(self)
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self.form.setVerticalSpacing(5)
        self.labels = {name: QLabel(self) for name in ("source", "input_device", "output_device", "level")}
        for name, field in (
            ("source", self.source),
            ("input_device", self.microphone),
            ("output_device", self.output),
            ("level", self.meter),
        ):
            self.labels[name].setBuddy(field)
            self.form.addRow(self.labels[name], field)
        self.follow_changes()

    def _combo(self) -> QComboBox:
        combo = QComboBox(self)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(14)
        return combo

    def retranslate(self) -> None:
        for name, box in (("source", self.source), ("input_device", self.microphone), ("output_device", self.output)):
            self.labels[name].setText(label_of("captions", name))
            box.setAccessibleName(label_of("captions", name))
        self.labels["level"].setText(self.tr("Input level"))
        self.source.blockSignals(True)
        self.source.clear()
        for text, kind in choices_of("captions", "source"):
            self.source.addItem(text, kind)
        self.source.blockSignals(False)
        self._show()

    def show_settings(self, settings: CaptionSettings) -> None:
        source = ("source", "input_device", "output_device")
        if any(getattr(settings, name) != getattr(self._settings, name) for name in source):
            self.meter.forget()
        self.meter.judges = settings.source != "computer"
        self._settings = settings
        self._show()

    def show_devices(self, devices: Devices) -> None:
        self._devices = devices
        self._show()

    def _show(self) -> None:
        settings, devices = self._settings, self._devices
        inputs, default_input = (devices.inputs, devices.default_input) if devices else ((), "")
        outputs, default_output = (devices.outputs, devices.default_output) if devices else ((), "")
        self.source.setCurrentIndex(self.source.findData(settings.source))
        words = (self.tr("System default ({name})"), self.tr("{name} (not connected)"))
        for combo, found, wanted, default in (
            (self.microphone, inputs, settings.input_device, default_input),
            (self.output, outputs, settings.output_device, default_output),
        ):
            entries = device_entries(found, wanted, default, words)
            if [(combo.itemText(i), combo.itemData(i)) for i in range(combo.count())] != entries:
                combo.blockSignals(True)
                combo.clear()
                for label, name in entries:
                    combo.addItem(label, name)
                combo.blockSignals(False)
            combo.setCurrentIndex(max(0, combo.findData(wanted)))
        self.form.setRowVisible(self.microphone, settings.source != "computer")
        self.form.setRowVisible(self.output, settings.source != "microphone")

    def _pick_source(self, index: int) -> None:
        self._pick("source", self.source.itemData(index))

    def _pick(self, field: str, value: str) -> None:
        change: dict[str, Any] = {field: value}
        new = replace(self._settings, **change)
        if new != self._settings:
            self.changed.emit(new)
