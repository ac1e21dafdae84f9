"""Compares a recording with a table of what it must hold: rows of frame, column, x, y, z, qw as the test wrote them.
Exits 0 when all agree bit for bit, 1 with a message when not, 77 when h5py is absent."""
import sys

try:
    import h5py
    import numpy as np
except ImportError:
    sys.exit(77)

with h5py.File(sys.argv[1], "r") as f:
    position, rotation = f["position"][:], f["rotation"][:]
    names = list(f["bodies/name"].asstr()[:])
    rows = [line.split() for line in open(sys.argv[2]) if line.strip()]
    seen = np.zeros(position.shape[:2], dtype=bool)
    for frame, name, x, y, z, qw in rows:
        t, b = int(frame), names.index(name)
        seen[t, b] = True
        want = np.array([x, y, z], dtype=np.float32)
        if not (position[t, b] == want).all() or rotation[t, b, 3] != np.float32(qw):
            sys.exit(f"frame {t}, body {name}: {position[t, b]} instead of {want}")
    if not np.isnan(position[~seen]).all() or np.isnan(position[seen]).any():
        sys.exit("NaN must stand exactly where a body is absent")
    if position.dtype != np.float32 or f["position"].attrs["units"] != "m" or f["time"].attrs["units"] != "s":
        sys.exit("wrong type or units")
    if len(f["time"]) != len(position) or not (np.diff(f["time"][:]) > 0).all():
        sys.exit("wrong times")
    events = f["events"]
    if len(events["step"]) != len(events["normal_impulse"]) or (len(events["body"]) and events["body"][:].max() >= len(names)):
        sys.exit("wrong events")
    if f["scene"][()].decode() != "holdfast: 1\n" or f.attrs["complete"] != 1 or f.attrs["body_hash"] != sys.argv[3]:
        sys.exit("wrong attributes")
