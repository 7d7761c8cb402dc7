#!/usr/bin/env python3
# hangfs.py DIR SECONDS    mounts a FUSE file system on DIR that never answers a question, as where a server is gone. Says "ready" when it is
# mounted; after SECONDS, or when it is killed, whoever waits gets an error. Needs root and /dev/fuse. The messages: linux/fuse.h.
import ctypes
import os
import signal
import struct
import sys

INIT = 26
libc = ctypes.CDLL(None, use_errno=True)
fd = os.open("/dev/fuse", os.O_RDWR)
options = "fd=%d,rootmode=40755,user_id=0,group_id=0,allow_other" % fd
if libc.mount(b"hangfs", sys.argv[1].encode(), b"fuse.hangfs", 0, options.encode()):
    sys.exit("mount: " + os.strerror(ctypes.get_errno()))
signal.alarm(int(sys.argv[2]))
while True:
    request = os.read(fd, 1 << 17)
    _, operation, unique, _ = struct.unpack("<IIQQ", request[:24])
    if operation == INIT:
        body = struct.pack("<IIIIHHIIHHI", 7, 31, 65536, 0, 12, 9, 4096, 1, 1, 0, 0) + bytes(24)
        os.write(fd, struct.pack("<IiQ", 16 + len(body), 0, unique) + body)
        print("ready", flush=True)
