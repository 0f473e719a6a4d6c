"""Lists what is in the packages as SPDX 2.3: Shipmate, what is linked into it, and the libraries that it loads, as this
machine has them: sbom.py VERSION BINARY FILE."""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys


def output(*command):
    return subprocess.check_output(command, text=True)


def package(name, version, license, **more):
    return {
        "SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', name)}", "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license, "copyrightText": "NOASSERTION", **more}


def libraries(binary):
    """Those that the binary names, each by the Debian package that it comes with."""
    needed = re.findall(r"NEEDED +(\S+)", output("objdump", "-p", binary))
    paths = dict(re.findall(r"^\t(\S+) => (\S+) ", output("ldd", binary), re.M))
    names = set()
    for library in needed:
        path = paths.get(library) or str(pathlib.Path("/lib64", library))
        # Packages name the paths that files had before /lib became a link into /usr.
        for candidate in (path, path.removeprefix("/usr"), os.path.realpath(path), "/usr" + path):
            found = subprocess.run(["dpkg-query", "--search", candidate], capture_output=True, text=True).stdout
            if found:
                names.add(found.split(": ")[0].split(",")[0])
                break
        else:
            raise SystemExit(f"{library} is of no package")
    return sorted(names)


def debian(name):
    version, source, architecture = output(
        "dpkg-query", "--show", "--showformat=${Version}\t${source:Package}\t${Architecture}", name).split("\t")
    short = name.split(":")[0]
    return package(short, version, "NOASSERTION", supplier="Organization: Debian", externalRefs=[{
        "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
        "referenceLocator": f"pkg:deb/debian/{short}@{version}?arch={architecture}&upstream={source}"}])


def main(version, binary, file):
    digest = hashlib.sha256(pathlib.Path(binary).read_bytes()).hexdigest()
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    main = package("shipmate", version, "Apache-2.0", primaryPackagePurpose="APPLICATION",
                   checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    linked = [package("swift-runtime", swift, "Apache-2.0 WITH Swift-exception")]
    loaded = [debian(name) for name in libraries(binary)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", main)]
    relations += [(main["SPDXID"], "STATIC_LINK", each) for each in linked]
    relations += [(main["SPDXID"], "DYNAMIC_LINK", each) for each in loaded]
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    pathlib.Path(file).write_text(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"shipmate-{version}", "documentNamespace": f"https://spdx.org/spdxdocs/shipmate-{version}-{digest[:16]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: sbom.py"]},
        "packages": [main] + linked + loaded,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}
            for one, kind, other in relations]}, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
