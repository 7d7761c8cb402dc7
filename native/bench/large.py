"""Makes the large machines of the benchmark below the directory that is named: a build-id store, trees for --root, directories for PATH."""
import hashlib
import os
import struct
import sys

WORK = sys.argv[1]


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)


def elf(build_id):
    """A program of nothing but its build id: ELF header, one PT_NOTE, the note."""
    note = struct.pack("<III", 4, len(build_id), 3) + b"GNU\0" + build_id
    header = b"\x7fELF\x02\x01\x01" + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 1, 64, 0, 0)
    return header + struct.pack("<IIQQQQQQ", 4, 4, 120, 120, 120, len(note), len(note), 4) + note


def store(entries):
    debug = f"{WORK}/large-store/.debug"
    for i in range(entries):
        build_id = hashlib.sha1(str(i).encode()).digest()
        name = build_id.hex()
        entry = f"opt/app{i % 1000}/bin/{name}"
        write(f"{debug}/{entry}/elf", elf(build_id))
        os.makedirs(f"{debug}/.build-id/{name[:2]}", exist_ok=True)
        os.symlink(f"../../{entry}", f"{debug}/.build-id/{name[:2]}/{name[2:]}")


def tree(name):
    root = f"{WORK}/{name}"
    write(f"{root}/etc/os-release", 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12"\n')
    write(f"{root}/proc/version", "Linux version 6.1.0-25-amd64 (debian-kernel@lists.debian.org) #1 SMP\n")
    write(f"{root}/proc/sys/kernel/perf_event_paranoid", "2\n")
    return root


def cpus(number):
    root = tree(f"cpus-{number}")
    cpu = f"{root}/sys/devices/system/cpu"
    for name in ("online", "present", "possible"):
        write(f"{cpu}/{name}", f"0-{number - 1}\n")
    for i in range(number):
        first = i & ~1
        write(f"{cpu}/cpu{i}/topology/thread_siblings_list", f"{first}-{first + 1}\n")
        write(f"{cpu}/cpu{i}/topology/core_id", f"{first // 2}\n")
        write(f"{cpu}/cpu{i}/topology/physical_package_id", f"{i // 128}\n")
        write(f"{cpu}/cpu{i}/cpufreq/cpuinfo_max_freq", "3500000\n")
        write(f"{cpu}/cpu{i}/cpu_capacity", "1024\n")
    write(f"{root}/sys/bus/event_source/devices/cpu/type", "4\n")
    write(f"{root}/proc/cpuinfo", "".join(f"processor\t: {i}\nvendor_id\t: AuthenticAMD\nmodel name\t: EPYC\n\n" for i in range(number)))


def dpkg(megabytes):
    root = tree(f"dpkg-{megabytes}")
    description = " " + "x" * 76 + "\n"
    package = (
        "Package: library-{}\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1.0-{}\nDescription: one of many\n" + description * 12 + "\n"
    )
    size = 0
    number = 0
    with open_for(f"{root}/var/lib/dpkg/status") as file:
        while size < megabytes << 20:
            size += file.write(package.format(number, number))
            number += 1
        file.write("Package: linux-perf\nStatus: install ok installed\nArchitecture: amd64\nVersion: 6.1.106-3\n\n")


def open_for(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return open(path, "w")


def directories(number):
    names = [f"{WORK}/path/{i}" for i in range(number)]
    for name in names:
        os.makedirs(name)
    with open(f"{WORK}/directories", "w") as file:
        file.write("\n".join(names) + "\n")


store(100_000)
cpus(8)
cpus(1024)
dpkg(1)
dpkg(100)
directories(200)
