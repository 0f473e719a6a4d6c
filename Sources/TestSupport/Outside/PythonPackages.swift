/// Packages of PyPI for tests: those of Tests/python.txt, installed into .build the first time.
package enum PythonPackages {
    private static let folder = ".build/python"

    /// A Python that has them.
    package static func python() throws -> String { try installed.get() + "/bin/python" }

    /// Where they are, for a Python that runs already.
    package static func path() throws -> String {
        let found = try Shell.output("cd \(installed.get())/lib/python3*/site-packages && pwd")
        return found.split(separator: "\n").last.map(String.init) ?? found
    }

    private static let installed = Result {
        try Shell.run(
            """
            flock \(folder).lock bash -ec '
                cmp -s Tests/python.txt \(folder)/installed && exit
                rm -rf \(folder)
                /usr/bin/python3 -m venv --system-site-packages \(folder)
                \(folder)/bin/pip install --quiet --no-deps --requirement Tests/python.txt
                cp Tests/python.txt \(folder)/installed
            '
            """)
        return folder
    }
}
