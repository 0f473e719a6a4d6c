"""Starts servers in no time: it has read all that they need, and a copy of it becomes one at each call. A line is answered
by a line: `start SCRIPT FOLDER …` by the process that runs the script, whose errors are in FOLDER/log; `end PROCESS` when
that is gone; `forget PROCESS FOLDER` when the folder is, too. At the end of its input all of it goes."""
import asyncio, http.server, json, os, runpy, shutil, signal, ssl, sys, traceback

for module in ("aiosmtpd.smtp", "jwt.algorithms", "jwt.api_jws", "issuer_keys"):
    try:
        __import__(module)
    except ImportError:
        pass  # Its server says so, should it be wanted.
issuer_keys = sys.modules.get("issuer_keys")

folders = {}


def start(script, folder, *arguments):
    if issuer_keys:
        issuer_keys.read(folder)
    process = os.fork()
    if process:
        folders[process] = folder
        return process
    null = os.open(os.devnull, os.O_RDWR)
    log = os.open(folder + "/log", os.O_WRONLY | os.O_CREAT, 0o644)
    for here, there in ((null, 0), (null, 1), (log, 2)):
        os.dup2(here, there)
    sys.argv = [script, folder, *arguments]
    try:
        runpy.run_path(script, run_name="__main__")
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def end(process):
    try:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def forget(process, folder):
    end(process)
    folders.pop(process, None)
    shutil.rmtree(folder, ignore_errors=True)


for line in sys.stdin:
    order, *words = line.split()
    if order == "start":
        answer = start(*words)
    elif order == "end":
        answer = end(int(words[0]))
    else:
        answer = forget(int(words[0]), words[1])
    print(answer, flush=True)
for process, folder in list(folders.items()):
    forget(process, folder)
