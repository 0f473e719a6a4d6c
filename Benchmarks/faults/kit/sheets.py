"""What LibreOffice and Gnumeric make of a CSV."""
import gzip
import pathlib
import re
import subprocess

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
# LibreOffice's numbers of encodings: UTF-8, Windows-1252, Shift-JIS.
ENCODINGS = {76: "UTF-8", 1: "Windows-1252", 64: "Shift-JIS"}
QUOTES = ('"', "'")


class LibreOffice:
    """Headless, with a profile of its own."""

    def __init__(self, folder):
        self.folder = folder

    def formulas(self, path, separator, quote, encoding):
        """How many cells of a file it runs."""
        out = self.folder / f"{path.stem}-{ord(separator)}-{ord(quote)}-{encoding}"
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{self.folder}/profile", "--headless",
             f"--infilter=CSV:{ord(separator)},{ord(quote)},{encoding},1", "--convert-to", "fods", "--outdir", out, path],
            check=True, capture_output=True, timeout=300)
        sheet = (out / f"{path.stem}.fods").read_text()
        if "<table:table-row" not in sheet:
            raise RuntimeError(f"LibreOffice read no rows of {path}")
        return sheet.count("table:formula=")


class Gnumeric:
    """Without a window it guesses the separator, so that another one is written as a comma, of which each line has many."""

    def __init__(self, folder):
        self.folder = folder

    def formulas(self, path, separator):
        """How many cells of a file it runs."""
        separated, out = self.folder / f"{path.stem}.gnumeric.csv", self.folder / f"{path.stem}.gnumeric"
        content = path.read_bytes()
        if separator != ",":
            # As one that is no quote any more: it looks for separators beside those.
            content = content.replace(b'"', b"'").replace(separator.encode(), b",")
        separated.write_bytes(content)
        subprocess.run(["ssconvert", "--import-type=Gnumeric_stf:stf_csvtab", separated, out], check=True, capture_output=True, timeout=300)
        cells = re.findall(r"<gnm:Cell [^>]*>[^<]*", read(out))
        if not cells:
            raise RuntimeError(f"Gnumeric read no cells of {path}")
        return sum("ValueType" not in cell for cell in cells)


def read(path: pathlib.Path):
    bytes = path.read_bytes()
    return (gzip.decompress(bytes) if bytes[:2] == b"\x1f\x8b" else bytes).decode()
