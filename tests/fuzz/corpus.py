#!/usr/bin/env python3
"""Writes the seeds of tests/fuzz/corpus: small valid scenes, and one tetrahedron in each mesh format. Same output each time."""

import base64
import json
import pathlib
import struct

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
VERTICES = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]

SCENES = {
    "world": "holdfast: 1\nname: w\nworld: {gravity: [0, 0, -9.8], time_step: 0.01, margin: 0.02, slop: 0.005, solver_order: insertion,\n"
    "  warm_starting: false, internal_edges: all_features, contact: {max_contacts_per_pair: 4}, collision_detection: DISCRETE}\nrun: {steps: 1}\n"
    "expect:\n  - {contact_count: 0}\n",
    "bodies": "holdfast: 1\nname: b\nmaterials: {m: {friction: 0.5, restitution: 1}, n: {}}\nmaterial_pairs: [{a: m, b: n, friction: 0}]\nbodies:\n"
    "  - {name: f, kind: static, shape: {plane: {}}, material: m}\n"
    "  - {name: a, kind: dynamic, shape: {box: {half_extents: [1, 1, 1]}}, mass: 1, position: [0, 0, 1], euler_degrees: [0, 0, 45]}\n"
    "  - {name: c, kind: kinematic, shape: {capsule: {radius: 1, half_height: 1}}, position: [4, 0, 1], linear_velocity: [-1, 0, 0], group: [1, 2], mask: 3}\n"
    "  - {name: h, kind: dynamic, shape: {hull: {points: [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}, density: 1, position: [0, 0, 4]}\n"
    "run: {duration: 0.03}\nexpect:\n  - {body: a, position: [0, 0, 1], rotation: [0, 0, 0.38, 0.92], tolerance: 0.1}\n  - {energy_never_rises: true}\n"
    "  - {event: {body: a, other: f, normal_impulse: [0, 0, 0.1]}, tolerance: 1, relative_tolerance: 0.1}\n",
    "actions": "holdfast: 1\nname: a\nbodies: [{name: b, kind: dynamic, shape: {sphere: {radius: 1}}, mass: 1}]\nactions:\n"
    "  - {at_step: 1, snapshot: s}\n  - {at_step: 1, body: b, set: {linear_velocity: [1, 0, 0]}}\n"
    "  - {at_step: 2, body: b, apply_impulse: [0, 0, 1], at: [0, 0, 0]}\n  - {at_step: 2, add_body: {name: c, kind: static, shape: {plane: {}}}}\n"
    "  - {at_step: 3, remove_body: c}\n  - {at_step: 3, restore: s}\n  - {at_step: 3, world: {margin: 0.1}}\nrun: {steps: 3}\n"
    "expect:\n  - {at_step: 1, refused: any, message: x, unchanged: true}\n  - {body: b, axis: x, min: 0, max: 1}\n",
    "queries": "holdfast: 1\nname: q\nqueries:\n  - contact: {a: {shape: {sphere: {radius: 1}}}, b: {shape: {plane: {}}}, margin: 0.1}\n"
    "    expect: {count: {min: 1, max: 2}, normal: [0, 0, 1], depth: 1, tolerance: 0.1}\n"
    "  - ray: {origin: [0, 0, 5], direction: [0, 0, -1], shape: {mesh: {vertices: [[0,0,0],[1,0,0],[0,1,0]], triangles: [[0,1,2]]}}, inside: miss}\n"
    "    expect: {miss: false, distance: 5, tolerance: 1}\n  - mass_properties: {shape: {box: {half_extents: [1, 2, 3]}}, density: 1}\n"
    "    expect: {mass: 48, tolerance: 0}\n  - overlap: {a: {shape: {sphere: {radius: 1}}}, b: {shape: {sphere: {radius: 1}}}}\n    expect: {overlap: true}\n",
    "json": '{"holdfast": 1, "name": "j", "run": {"steps": 0}, "bodies": [], "cases": []}',
    "anchors": "holdfast: 1\nname: &n x\nbodies:\n  - &b {name: a, kind: static, shape: {plane: {}}}\n  - {<<: *b, name: *n}\n",
}


def obj():
    return "".join("v %g %g %g\n" % v for v in VERTICES) + "".join("f %d %d %d\n" % tuple(i + 1 for i in f) for f in FACES)


def stl_text():
    facets = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex %g %g %g\n" % VERTICES[i] for i in f) + "endloop\nendfacet\n" for f in FACES)
    return "solid t\n" + facets + "endsolid t\n"


def stl_binary():
    return bytes(80) + struct.pack("<I", len(FACES)) + b"".join(struct.pack("<12fH", 0, 0, 0, *[c for i in f for c in VERTICES[i]], 0) for f in FACES)


def ply():
    head = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
    return head + "".join("%g %g %g\n" % v for v in VERTICES) + "".join("3 %d %d %d\n" % f for f in FACES)


def off():
    return "OFF\n4 4 6\n" + "".join("%g %g %g\n" % v for v in VERTICES) + "".join("3 %d %d %d\n" % f for f in FACES)


def dae():
    numbers, indices = " ".join("%g" % c for v in VERTICES for c in v), " ".join(str(i) for f in FACES for i in f)
    return (
        '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>'
        '<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">' + numbers + "</float_array><technique_common>"
        '<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>'
        '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>' + indices + "</p></triangles></mesh>"
        '</geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>'
        '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    )


def obj_polygons():
    return "v 0 0 0\nv 4 1 0\nv 0 2 0 1\nv 1 1 0 0.5 0.5 0.5\nvn 0 0 1\nf 1/1/1 2//1 3/1 \\\n-1\nl 1 2\n"


def dae_nodes():
    faces = (
        '<polylist><input semantic="VERTEX" source="#v" offset="0"/><vcount>3 4</vcount><p>0 2 1 0 1 3 2</p></polylist>'
        '<tristrips><input semantic="VERTEX" source="#v" offset="1"/><p>0 0 0 1 0 2 0 3</p></tristrips>'
    )
    nodes = (
        '<library_nodes><node id="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><rotate>0 0 1 90</rotate><scale>1 -1 1</scale>'
        '<instance_geometry url="#g"/></node></library_nodes><library_visual_scenes>'
    )
    text = dae().replace("</mesh>", faces + "</mesh>").replace("<library_visual_scenes>", nodes)
    return text.replace("<node><instance_geometry", '<node><lookat>0 0 5 0 0 0 0 1 0</lookat><instance_node url="#n"/><instance_geometry')


def gltf_parts():
    data = b"".join(struct.pack("<3f", *v) for v in VERTICES) + b"".join(struct.pack("<3H", *f) for f in FACES)
    tree = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "scale": [1, 1, -1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "buffers": [{"byteLength": len(data)}],
    }
    return tree, data


def gltf():
    tree, data = gltf_parts()
    tree["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps(tree)


def glb():
    tree, data = gltf_parts()
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body


def write(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


if __name__ == "__main__":
    for name, text in SCENES.items():
        write("fuzz_scene", name, text)
    # The first byte names the format: the order of kExtensions in fuzz_mesh_file.cpp.
    formats = [("obj", 0, obj()), ("obj_polygons", 0, obj_polygons()), ("dae_nodes", 4, dae_nodes()), ("stl_text", 1, stl_text()), ("stl_binary", 1, stl_binary()), ("ply", 2, ply()), ("off", 3, off()), ("dae", 4, dae()), ("gltf", 5, gltf()), ("glb", 6, glb())]
    for name, format_byte, content in formats:
        write("fuzz_mesh_file", name, bytes([format_byte]) + (content.encode() if isinstance(content, str) else content))
    # Eight bytes a body or a point: enough for the structured targets to reach every shape.
    for target in ("fuzz_hull", "fuzz_contact", "fuzz_world"):
        for seed in range(4):
            write(target, f"pattern{seed}", bytes((i * (37 + 58 * seed) + seed) % 256 for i in range(512)))
