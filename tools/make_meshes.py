#!/usr/bin/env python3
"""Writes the meshes that scenes/*.yaml use: scenes/meshes/terrain.obj and bowl.obj. Run from anywhere; same output each time.

Frame: z up, meters, triangles counter-clockwise from above (the front, the side that is not solid).
"""
import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "meshes"


def write_grid(name, about, count, half_size, height):
    """A square height field of count x count cells, from -half_size to half_size in x and y."""
    lines = [f"# {about}", "# Made by tools/make_meshes.py. Meters, z up."]
    for j in range(count + 1):
        for i in range(count + 1):
            x = half_size * (2 * i / count - 1)
            y = half_size * (2 * j / count - 1)
            lines.append(f"v {x:.4f} {y:.4f} {height(x, y):.4f}")
    for j in range(count):
        for i in range(count):
            a = j * (count + 1) + i + 1
            b, c, d = a + 1, a + count + 2, a + count + 1
            # The diagonal alternates, so that no direction is favoured.
            pair = ((a, b, c), (a, c, d)) if (i + j) % 2 == 0 else ((a, b, d), (b, c, d))
            lines += ["f %d %d %d" % t for t in pair]
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / name).write_text("\n".join(lines) + "\n")


def terrain(x, y):
    """Hills of about 0.6 m inside a rim that rises to several meters."""
    hills = 0.35 * math.sin(1.1 * x + 0.4) * math.cos(0.9 * y) + 0.25 * math.sin(0.5 * x - 1.3 * y + 1.0)
    r = math.hypot(x, y)
    rim = 0.25 * max(0.0, r - 6.0) ** 2
    return hills + rim


def bowl(x, y):
    """A paraboloid, 4 m across at a depth of 2 m, that goes on to the corners."""
    return 0.5 * (x * x + y * y)


if __name__ == "__main__":
    write_grid("terrain.obj", "Hills in a basin, 24 m x 24 m", 48, 12.0, terrain)
    write_grid("bowl.obj", "A paraboloid bowl, 5 m x 5 m", 32, 2.5, bowl)
