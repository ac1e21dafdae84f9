#!/usr/bin/env python3
"""Writes scenes that drop 300 hulls of scanned shapes onto level meshes of other projects.

    tools/make_level_scenes.py MESH_FOLDER OUTPUT_FOLDER [--count 300] [--seed 1] [--as-they-are]
    tools/make_level_scenes.py --measure HOLDFAST SCENE...

MESH_FOLDER holds box3d/, fcl/, rapier/ and shadow_hand/ with .obj files; the meshes are referenced by absolute path. Each
level gets a stated scale and rotation, walls around it and a plane that catches what falls through. Hulls are scaled to
0.2 .. 0.5 m and start at most 1 m above a surface that they can fall on, clear of the level and of each other.

58 table and chair legs of fcl/env.obj are open tubes with their front inside. A mesh is solid from its front: bodies enter
such a leg from behind and are then held by it. That level is written anew, with the legs turned, beside its scene;
--as-they-are uses the file as it is.

--measure runs scenes and prints, for each: bodies slower than 0.05 m/s, bodies near the catch plane, the largest overlap
at the end and over the run, NaN; and whether the limits hold: 95 % at rest, none caught, no overlap over 0.01 m.

Needs NumPy. Frame of the scenes: z up, meters.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys

import numpy as np

# file, scale to meters, euler_degrees that make z up, whether a ground slab is added, whether inward parts are turned, why.
LEVELS = {
    "building": ("box3d/building.obj", 1.0, (90, 0, 0), True, False, "a house of 11 m x 10.4 m in meters, y up, without ground: a slab is added under it"),
    "voxel_terrain": ("box3d/voxel_mesh_01.obj", 0.005, (0, 0, 0), False, False, "3200 units across, z up: scaled to 16 m"),
    "smooth_terrain": ("box3d/collision_mesh_01.obj", 0.005, (0, 0, 0), False, False, "3200 units across, z up: scaled to 16 m"),
    "room": ("fcl/env.obj", 0.0025, (0, 0, 0), False, True, "6000 units across, z up, a floor slab with furniture: scaled to 15 m"),
}
SMALLEST, LARGEST = 0.2, 0.5          # [m] longest side
HIGHEST_DROP = 1.0                    # [m] from the surface below to the lowest point of the body's sphere
CLEARANCE = 0.03                      # [m] between bodies and from the level at the start; more than the contact margin
WALL_INSET, WALL_HEIGHT = 0.05, 4.0   # [m]
CATCH_DEPTH = 2.0                     # [m] of the catch plane below the level
# Signed volume over area^1.5 of a part that faces inward: a thin tube has -0.02; open sheets lie within +-0.001.
INWARD_SHARE = -0.005
SLOP = 0.005                          # [m] the world's default; the limit of overlap is twice as much
REST_SPEED, REST_SHARE = 0.05, 0.95


def load_obj(path):
    vertices, triangles = [], []
    for line in open(path, errors="replace"):
        if line.startswith("v "):
            vertices.append([float(x) for x in line.split()[1:4]])
        elif line.startswith("f "):
            corner = [int(x.split("/")[0]) for x in line.split()[1:]]
            corner = [c - 1 if c > 0 else len(vertices) + c for c in corner]
            triangles += [[corner[0], corner[i], corner[i + 1]] for i in range(1, len(corner) - 1)]
    return np.array(vertices), np.array(triangles)


def rotation_matrix(euler_degrees):
    """Roll, pitch, yaw as scene files mean them."""
    r, p, y = np.radians(euler_degrees)
    rx = np.array([[1, 0, 0], [0, math.cos(r), -math.sin(r)], [0, math.sin(r), math.cos(r)]])
    ry = np.array([[math.cos(p), 0, math.sin(p)], [0, 1, 0], [-math.sin(p), 0, math.cos(p)]])
    rz = np.array([[math.cos(y), -math.sin(y), 0], [math.sin(y), math.cos(y), 0], [0, 0, 1]])
    return rz @ ry @ rx


def turn_inward_parts(vertices, triangles):
    """Turns connected parts whose signed volume about their middle is negative; returns the triangles and how many parts."""
    _, weld = np.unique(vertices, axis=0, return_inverse=True)
    weld = weld.reshape(-1)
    parent = np.arange(weld.max() + 1)

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b, c in weld[triangles]:
        parent[root(a)] = root(b)
        parent[root(b)] = root(c)
    part = np.array([root(a) for a in weld[triangles[:, 0]]])
    turned, count = triangles.copy(), 0
    for p in np.unique(part):
        members = part == p
        corners = vertices[triangles[members]]
        middle = (corners.min(axis=(0, 1)) + corners.max(axis=(0, 1))) / 2
        a, b, c = (corners[:, i] - middle for i in range(3))
        area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
        if np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 < INWARD_SHARE * area**1.5:
            turned[members] = triangles[members][:, ::-1]
            count += 1
    return turned, count


def write_obj(path, about, vertices, triangles):
    lines = [f"# {about}"] + ["v %.9g %.9g %.9g" % tuple(v) for v in vertices] + ["f %d %d %d" % tuple(t + 1) for t in triangles]
    path.write_text("\n".join(lines) + "\n")


class Level:
    """Triangles in meters, z up, with the questions that a drop point needs."""

    def __init__(self, vertices, triangles):
        self.a, self.b, self.c = (vertices[triangles[:, i]] for i in range(3))
        normal = np.cross(self.b - self.a, self.c - self.a)
        keep = np.linalg.norm(normal, axis=1) > 1e-12
        self.a, self.b, self.c, normal = self.a[keep], self.b[keep], self.c[keep], normal[keep]
        self.normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
        self.low, self.high = vertices.min(axis=0), vertices.max(axis=0)

    def cast(self, origin, direction):
        """Distances and triangles that a line meets ahead of the origin, from either side (Moeller, Trumbore 1997)."""
        e1, e2 = self.b - self.a, self.c - self.a
        h = np.cross(direction, e2)
        det = np.einsum("ij,ij->i", e1, h)
        good = np.abs(det) > 1e-12
        inv = np.where(good, 1 / np.where(good, det, 1), 0)
        s = origin - self.a
        u = inv * np.einsum("ij,ij->i", s, h)
        q = np.cross(s, e1)
        v = inv * (q @ direction)
        t = inv * np.einsum("ij,ij->i", e2, q)
        hit = good & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-9)
        order = np.argsort(t[hit], kind="stable")
        return t[hit][order], np.nonzero(hit)[0][order]

    def distance(self, p):
        """From a point to the nearest triangle (Ericson 2005, 5.1.5, by projections onto plane and edges)."""
        d = np.einsum("ij,ij->i", p - self.a, self.normal)
        q = p - d[:, None] * self.normal
        inside = np.ones(len(d), dtype=bool)
        best = np.full(len(d), np.inf)
        for s, e in ((self.a, self.b), (self.b, self.c), (self.c, self.a)):
            inside &= np.einsum("ij,ij->i", np.cross(e - s, q - s), self.normal) >= 0
            along = np.clip(np.einsum("ij,ij->i", p - s, e - s) / np.maximum(np.einsum("ij,ij->i", e - s, e - s), 1e-30), 0, 1)
            best = np.minimum(best, np.linalg.norm(p - (s + along[:, None] * (e - s)), axis=1))
        return float(np.where(inside, np.abs(d), best).min())

    def is_free(self, p, has_ground):
        """False where the nearest triangle in one of six directions shows its back: the point is inside something."""
        for axis in range(3):
            for sign in (-1.0, 1.0):
                direction = np.zeros(3)
                direction[axis] = sign
                t, k = self.cast(p, direction)
                if len(t) and self.normal[k[0]][axis] * sign > 1e-6:
                    return False
                if not len(t) and axis == 2 and sign < 0 and not has_ground:
                    return False
        return True


def hull_shapes(folder):
    """Relative path, center and longest side of each scanned shape, and the radius about that center."""
    shapes = []
    for sub in ("rapier", "shadow_hand"):
        for path in sorted((folder / sub).glob("*.obj")):
            vertices, _ = load_obj(path)
            low, high = vertices.min(axis=0), vertices.max(axis=0)
            center = (low + high) / 2
            shapes.append((path, center, float((high - low).max()), float(np.linalg.norm(vertices - center, axis=1).max())))
    if not shapes:
        sys.exit(f"{folder}: no .obj files in rapier/ or shadow_hand/")
    return shapes


def random_quaternion(random):
    q = random.normal(size=4)
    return q / np.linalg.norm(q)


def place_bodies(level, shapes, count, ground, random):
    """Non-overlapping spheres around hulls, each over a surface that faces up."""
    placed, tries = [], 0
    while len(placed) < count:
        tries += 1
        if tries > 400 * count:
            print(f"  only {len(placed)} of {count} bodies find a place", file=sys.stderr)
            break
        path, center, longest, radius = shapes[int(random.integers(len(shapes)))]
        size = random.uniform(SMALLEST, LARGEST)
        scale, r = size / longest, size / longest * radius
        inset = WALL_INSET + r + 0.1
        x, y = (random.uniform(level.low[i] + inset, level.high[i] - inset) for i in (0, 1))
        t, k = level.cast(np.array([x, y, level.high[2] + 1]), np.array([0.0, 0, -1]))
        floors = [level.high[2] + 1 - d for d, i in zip(t, k) if level.normal[i][2] > 0.2]
        if ground is not None:
            floors.append(ground)
        if not floors:
            continue
        floor = floors[int(random.integers(len(floors)))]
        drop = random.uniform(CLEARANCE, HIGHEST_DROP)
        p = np.array([x, y, floor + drop + r])
        if any(np.linalg.norm(p - q) < r + s + CLEARANCE for q, s, *_ in placed):
            continue
        if level.distance(p) < r + CLEARANCE or not level.is_free(p, ground is not None):
            continue
        placed.append((p, r, path, center, scale, random_quaternion(random)))
    return placed


def numbers(values, digits=5):
    return "[" + ", ".join(f"{v:.{digits}g}" for v in values) + "]"


def scene_text(name, why, mesh_path, scale, euler, level, ground, bodies):
    low, high = level.low, level.high
    middle = (low + high) / 2
    catch = low[2] - CATCH_DEPTH
    half_height = (high[2] + WALL_HEIGHT - catch) / 2
    wall_z = catch + half_height
    lines = [
        f"# {len(bodies)} hulls of scanned shapes fall onto {mesh_path.name}: {why}.",
        "# Made by tools/make_level_scenes.py.",
        "holdfast: 1",
        f"name: {name}",
        f"world: {{time_step: {1 / 240:.17g}}}",
        "materials: {level: {friction: 0.6}, thing: {friction: 0.6}}",
        "bodies:",
        "  - name: level",
        "    kind: static",
        "    material: level",
        f"    shape: {{mesh: {{file: {json.dumps(str(mesh_path))}, scale: {scale}, euler_degrees: {list(euler)}}}}}",
        f"  - {{name: catch_plane, kind: static, shape: {{plane: {{}}}}, position: [0, 0, {catch:.4f}]}}",
    ]
    if ground is not None:
        lines.append(f"  - {{name: ground, kind: static, material: level, shape: {{box: {{half_extents: [{high[0] - low[0]:.4f}, {high[1] - low[1]:.4f}, 0.5]}}}}, "
                     f"position: [{middle[0]:.4f}, {middle[1]:.4f}, {ground - 0.5:.4f}]}}")
    for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
        half = [(high[0] - low[0]) / 2 + 1, (high[1] - low[1]) / 2 + 1, half_height]
        half[axis] = 0.5
        position = [middle[0], middle[1], wall_z]
        edge = low[axis] if side < 0 else high[axis]
        position[axis] = edge + side * (0.5 - WALL_INSET)
        lines.append(f"  - {{name: wall_{'xy'[axis]}{'-+'[side > 0]}, kind: static, material: level, shape: {{box: {{half_extents: {numbers(half)}}}}}, position: {numbers(position, 7)}}}")
    for i, (p, _, path, center, s, q) in enumerate(bodies):
        lines += [
            f"  - name: {path.stem}_{i}",
            "    kind: dynamic",
            "    material: thing",
            "    density: 300",
            f"    shape: {{hull: {{file: {json.dumps(str(path))}, scale: {s:.6g}, position: {numbers(-s * center, 6)}}}}}",
            f"    position: {numbers(p, 7)}",
            f"    rotation: {numbers(q, 9)}",
        ]
    lines += ["run: {duration: 10}", "record: {every: 8}", "expect:"]
    lines += [f"  - {{body: {path.stem}_{i}, axis: z, min: {catch + 0.5:.4f}}}" for i, (_, _, path, *_) in enumerate(bodies)]
    return "\n".join(lines) + "\n"


def write_scenes(folder, out, count, seed, as_they_are):
    out.mkdir(parents=True, exist_ok=True)
    shapes = hull_shapes(folder)
    for name, (file, scale, euler, has_ground, turns, why) in LEVELS.items():
        path = folder / file
        if not path.exists():
            print(f"{path}: absent, skipped", file=sys.stderr)
            continue
        vertices, triangles = load_obj(path)
        triangles, inward = (triangles, 0) if as_they_are or not turns else turn_inward_parts(vertices, triangles)
        if inward:
            why += f"; {inward} parts that faced inward are turned"
            path = out / f"{name}_turned.obj"
            write_obj(path, f"{file} with {inward} inward parts turned, by tools/make_level_scenes.py", vertices, triangles)
        level = Level(scale * vertices @ rotation_matrix(euler).T, triangles)
        ground = float(level.low[2]) if has_ground else None
        if has_ground:  # a yard of 2 m around the house
            level.low[:2] -= 2
            level.high[:2] += 2
        bodies = place_bodies(level, shapes, count, ground, np.random.default_rng(seed))
        target = out / f"{name}.yaml"
        target.write_text(scene_text(name, why, path.resolve(), scale, euler, level, ground, bodies))
        print(f"{target}: {len(bodies)} bodies, level {level.high - level.low} m" + (f", {inward} parts turned" if inward else ""))


def measure(holdfast, scenes):
    failed = 0
    for scene in scenes:
        run = subprocess.run([holdfast, "run", "--json", "--states", str(scene)], capture_output=True, text=True)
        if not run.stdout:
            print(f"{scene}: {run.stderr.strip()}")
            failed += 1
            continue
        s = json.loads(run.stdout)
        catch = next(b["position"][2] for b in s["states"] if b["name"] == "catch_plane")
        moving = [b for b in s["states"] if b["kind"] == "dynamic"]
        caught = [b["name"] for b in moving if b["position"][2] is None or b["position"][2] < catch + 0.5]
        share = s["bodies_at_rest"] / len(moving)
        overlap = s["largest_depth"]["last"]
        reasons = []
        if s["refusal"]:
            reasons.append(f"refused: {s['refusal']['message']}")
        if not s["finite"]:
            reasons.append("NaN")
        if share < REST_SHARE:
            reasons.append(f"{100 * share:.1f} % at rest")
        if caught:
            reasons.append(f"{len(caught)} on the catch plane: {', '.join(caught[:5])}")
        if overlap > 2 * SLOP:
            reasons.append(f"overlap {overlap:.4f} m at the end")
        failed += bool(reasons)
        print(f"{'FAIL' if reasons else 'ok  '} {scene}: {100 * share:.1f} % at rest, {len(caught)} caught, overlap {overlap:.4f} m at the end, "
              f"{s['largest_depth']['peak']:.4f} m at most, {s['real_time_factor']:.2f} times real time, {s['body_hash']}" + ("; " + "; ".join(reasons) if reasons else ""))
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--as-they-are", action="store_true", help="leave parts that face inward as they are")
    parser.add_argument("--measure", metavar="HOLDFAST")
    parser.add_argument("paths", nargs="+", help="MESH_FOLDER OUTPUT_FOLDER, or scenes with --measure")
    options = parser.parse_args()
    if options.measure:
        return measure(options.measure, options.paths)
    if len(options.paths) != 2:
        parser.error("MESH_FOLDER and OUTPUT_FOLDER are needed")
    write_scenes(pathlib.Path(options.paths[0]).resolve(), pathlib.Path(options.paths[1]), options.count, options.seed, options.as_they_are)
    return 0


if __name__ == "__main__":
    sys.exit(main())
