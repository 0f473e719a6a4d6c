"""Writes the man page, the shells' completions and the file of settings out of what the command says in `help`, so that
they can't say anything else than it does: words.py BINARY FOLDER."""
import pathlib
import re
import subprocess
import sys


class Command:
    """What the binary says of itself."""

    def __init__(self, binary):
        self.binary = binary
        self.version = self.ask("--version").split()[1]
        self.overview = self.ask("help")
        self.topics = list(dict.fromkeys(re.findall(r"^  ([a-z]+)(?= |$)", self.overview, re.M)))
        self.topics.remove("help")
        self.help = {topic: self.ask("help", topic) for topic in self.topics}
        self.help["serve"] = self.help["serve"].split("\n\nSettings, ")[0]
        self.settings = re.findall(r"^  (\S+) +(\S.*)$", self.ask("help", "configuration"), re.M)

    def ask(self, *words):
        return subprocess.check_output([self.binary, *words], text=True).rstrip("\n")

    def usages(self, topic):
        """The lines that say how a topic is called, without the command's name and the topic."""
        lines = self.help[topic].split("\n\n")[0].splitlines()
        text = "\n".join(line.removeprefix("usage:").strip() for line in lines)
        return [usage.strip() for usage in re.split(rf"^shipmate {topic}\b", text, flags=re.M)[1:]]

    def actions(self, topic):
        """Each action of a topic and its options; None is the topic without one."""
        found = {}
        for usage in self.usages(topic):
            names = re.match(r"[a-z-]+(?: \| [a-z-]+)*(?= |$)", usage)
            for action in names[0].split(" | ") if names else [None]:
                found.setdefault(action, []).extend(re.findall(r"--[a-z-]+", usage))
        return {action: sorted(set(options + ["--help"])) for action, options in found.items()}


def manual(command):
    def escaped(text):
        text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
        return re.sub(r"^\.", r"\\&.", text, flags=re.M)

    def block(text):
        return f".nf\n{escaped(text)}\n.fi"

    parts = [
        f'.TH SHIPMATE 1 "" "shipmate {command.version}" "Shipmate"',
        ".SH NAME\nshipmate \\- referral rewards backend", ".SH SYNOPSIS", block(command.overview), ".SH COMMANDS"]
    for topic, text in command.help.items():
        parts += [f".SS {topic}", block(text)]
    parts.append(".SH ENVIRONMENT")
    parts += [f".TP\n.B {name}\n{escaped(help)}" for name, help in command.settings]
    parts.append(
        ".SH FILES\n.TP\n.I /etc/shipmate/environment\nThe settings of the service, a NAME=value a line.\n"
        ".TP\n.I /var/lib/shipmate\nThe embedded PostgreSQL, its keys and mails, where DATABASE_URL is not set.")
    return "\n".join(parts) + "\n"


def cases(command, write):
    """A shell's case for each call that has options: `write` makes one out of its words and options."""
    lines = []
    for topic in command.topics:
        for action, options in command.actions(topic).items():
            lines.append(write(topic if action is None else f"{topic} {action}", options))
    return "\n".join(lines)


def actions(command):
    named = {topic: [action for action in command.actions(topic) if action] for topic in command.topics}
    named["help"] = command.topics + ["configuration"]
    return {topic: names for topic, names in named.items() if names}


def bash(command):
    options = cases(command, lambda words, options: f'        "{words} "*) options="{" ".join(options)}" ;;')
    words = "\n".join(f'        {topic}) actions="{" ".join(names)}" ;;' for topic, names in actions(command).items())
    return f"""# bash completion for shipmate
_shipmate() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} options= actions=
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "{" ".join(command.topics)} help --version --help" -- "$current"))
        return
    fi
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}} " in
{options}
    esac
    case "${{COMP_WORDS[1]}}" in
{words}
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif ((COMP_CWORD == 2)) && [[ -n $actions ]]; then
        COMPREPLY=($(compgen -W "$actions" -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}}
complete -o filenames -F _shipmate shipmate
"""


def zsh(command):
    options = cases(command, lambda words, options: f'        "{words} "*) options=({" ".join(options)}) ;;')
    words = "\n".join(f'        {topic}) actions=({" ".join(names)}) ;;' for topic, names in actions(command).items())
    return f"""#compdef shipmate
_shipmate() {{
    local -a options actions
    if ((CURRENT == 2)); then
        compadd -- {" ".join(command.topics)} help --version --help
        return
    fi
    case "$words[2] $words[3] " in
{options}
    esac
    case "$words[2]" in
{words}
    esac
    if [[ $PREFIX == -* ]]; then
        compadd -- $options
    elif ((CURRENT == 3 && $#actions)); then
        compadd -- $actions
    else
        _files
    fi
}}
_shipmate "$@"
"""


def environment(command):
    head = """# The settings of the service shipmate, a NAME=value a line. After a change: systemctl restart shipmate
# Documentation: /usr/share/doc/shipmate/operating, man shipmate.
"""
    return head + "".join(f"\n# {help}\n#{name}=\n" for name, help in command.settings)


def main(binary, folder):
    command = Command(binary)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {
            "shipmate.1": manual(command), "shipmate.bash": bash(command), "_shipmate": zsh(command),
            "environment": environment(command)}.items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
