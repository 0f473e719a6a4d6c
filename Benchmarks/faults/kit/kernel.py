"""What the kernel holds for a server's connections."""
import re
import subprocess


def socket_bytes(port):
    """Of all connections to a local port on the server's side: what is queued either way, as ss(8) tells of skmem."""
    text = subprocess.check_output(
        ["ss", "--tcp", "--memory", "--numeric", "--no-header", "state", "connected", f"sport = :{port}"], text=True)
    return sum(int(r) + int(w) + int(f)
               for r, f, w in re.findall(r"skmem:\(r(\d+),rb\d+,t\d+,tb\d+,f(\d+),w(\d+)", text))
