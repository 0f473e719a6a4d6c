"""A disk of a size that can be filled: memory, mounted, which takes root."""
import os
import subprocess


class Disk:
    def __init__(self, rig, name, mebibytes):
        self.folder = rig.folder(name)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0711", "shipmate-faults", self.folder], check=True)
        rig.callback(subprocess.run, ["umount", "-l", self.folder], check=True)

    def fill(self):
        """Leaves no room at all."""
        with open(self.folder / "filler", "ab") as filler:
            for size in (1 << 20, 4096):
                while True:
                    try:
                        os.posix_fallocate(filler.fileno(), filler.seek(0, 2), size)
                    except OSError:
                        break

    def clear(self):
        (self.folder / "filler").unlink()
