"""Starts a service as its installed units say, below another root, for machines without systemd: binds the socket unit's
address, becomes the unit's user in its environment, and goes on as its command. serve.py ROOT UNIT."""
import os
import pathlib
import pwd
import shlex
import socket
import sys


def unit(path):
    """Each `Section.Name` and its values, in their order."""
    values, section = {}, None
    for line in path.read_text().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and line[0] not in "#;":
            name, value = line.split("=", 1)
            values.setdefault(f"{section}.{name}", []).append(value.replace("%S", "/var/lib"))
    return values


def variables(root, service):
    for assignment in service.get("Service.Environment", []):
        yield assignment.split("=", 1)
    for name in service.get("Service.EnvironmentFile", []):
        file = root / name.lstrip("-/")
        if not file.exists() and name.startswith("-"):
            continue
        for line in file.read_text().splitlines():
            if line and not line.startswith("#"):
                yield line.split("=", 1)


def main(root, name):
    root = pathlib.Path(root)
    units = root / "lib/systemd/system"
    service, listening = unit(units / f"{name}.service"), unit(units / f"{name}.socket")
    assert f"{name}.socket" in service["Unit.Requires"][0], "the service must ask for its socket"
    host, port = listening["Socket.ListenStream"][0].rsplit(":", 1)
    sock = socket.create_server((host, int(port)), backlog=int(listening["Socket.Backlog"][0]))
    os.dup2(sock.fileno(), 3)
    os.set_inheritable(3, True)
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    environment.update(variables(root, service))
    command = shlex.split(service["Service.ExecStart"][0])
    os.chroot(root)
    os.chdir("/")
    user = pwd.getpwnam(service["Service.User"][0])
    state = f"/var/lib/{service['Service.StateDirectory'][0]}"
    os.makedirs(state, exist_ok=True)
    os.chown(state, user.pw_uid, user.pw_gid)
    os.chmod(state, int(service["Service.StateDirectoryMode"][0], 8))
    os.umask(int(service["Service.UMask"][0], 8))
    os.initgroups(user.pw_name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    os.execve(command[0], command, environment)


if __name__ == "__main__":
    main(*sys.argv[1:])
