#!/usr/bin/env python3
# terminal.py SECONDS COMMAND...    runs the command on a terminal of its own and types Ctrl-C after SECONDS. Prints its exit status, how many
# milliseconds it took to end after that, whether the terminal is set as before, and what it wrote last.
import os
import pty
import signal
import sys
import termios
import time

started, starting = os.pipe()       # the other end is closed when the command is executed
pid, terminal = pty.fork()
if pid == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execvp(sys.argv[2], sys.argv[2:])
os.close(starting)
os.read(started, 1)
before = termios.tcgetattr(terminal)
time.sleep(float(sys.argv[1]))
os.write(terminal, b"\x03")
typed = time.monotonic()
wrote = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    wrote += part
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
took = int((time.monotonic() - typed) * 1000)
try:
    same = termios.tcgetattr(terminal) == before
except termios.error:
    same = True
print("status", status)
print("took", took)
print("same", same)
print("wrote", repr(wrote[-200:]))
