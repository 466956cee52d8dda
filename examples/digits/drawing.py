# SPDX-License-Identifier: MIT
# Digits drawn as a hand might: strokes of straight pieces and arcs in a unit square, bent a little,
# then scaled, slanted, turned and shifted; a pixel is dark where it is near a stroke. Noise on top.
import numpy as np

SIZE = 28  # pixels a side


def arc(x, y, rx, ry, begin, end, pieces=10):
    """Points of an ellipse around (x, y), from one angle to another; y grows downwards."""
    t = np.radians(np.linspace(begin, end, pieces + 1))
    return np.stack([x + rx * np.cos(t), y + ry * np.sin(t)], axis=1)


def line(*points):
    return np.array(points, float)


# Several ways to write each digit; a way is a list of strokes, a stroke a list of points.
WAYS = [
    [[arc(.5, .5, .28, .45, -90, 270, 16)]],
    [[line((.32, .22), (.55, .05), (.55, .95))],
     [line((.5, .05), (.5, .95))],
     [line((.32, .22), (.55, .05), (.55, .95)), line((.3, .95), (.8, .95))]],
    [[np.concatenate([arc(.5, .3, .27, .25, -170, 30), line((.22, .95), (.8, .95))])]],
    [[arc(.47, .28, .25, .23, -150, 85), arc(.47, .72, .29, .23, -85, 150)],
     [line((.22, .05), (.75, .05), (.45, .42)), arc(.46, .68, .28, .27, -85, 150)]],
    [[line((.6, .05), (.2, .65), (.82, .65)), line((.62, .4), (.62, .95))],
     [line((.25, .05), (.22, .5), (.75, .5)), line((.72, .05), (.7, .95))]],
    [[line((.75, .05), (.3, .05), (.27, .45)), arc(.46, .67, .3, .27, -125, 150)]],
    [[np.concatenate([line((.65, .05), (.35, .35)), arc(.5, .68, .26, .27, -190, 170, 14)])]],
    [[line((.22, .05), (.78, .05), (.42, .95))],
     [line((.22, .05), (.78, .05), (.42, .95)), line((.35, .5), (.72, .5))]],
    [[arc(.5, .27, .22, .22, 90, 450, 14), arc(.5, .72, .27, .23, -90, 270, 14)]],
    [[np.concatenate([arc(.48, .3, .24, .25, 0, -350, 14), line((.72, .35), (.6, .95))])],
     [np.concatenate([arc(.48, .3, .24, .25, 0, -350, 14), line((.72, .5)),
                      arc(.46, .7, .26, .25, 0, 120, 6)])]],
]


def draw(digit, random):
    """One picture: SIZE x SIZE float32 from 0 (paper) to 1 (ink)."""
    ways = WAYS[digit]
    strokes = ways[random.integers(len(ways))]
    turn, slant = random.uniform(-.15, .15), random.uniform(-.25, .25)
    width, height = random.uniform(.6, 1.), random.uniform(.75, 1.)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = turned @ np.array([[1, slant], [0, 1]]) @ np.diag([width, height])
    middle = .5 + random.uniform(-.08, .08, 2)
    bend = random.normal(0, .02, (2, 2, 2))  # sine waves across the paper

    begin, end = [], []
    for stroke in strokes:
        x, y = stroke[:, 0], stroke[:, 1]
        bent = stroke + np.stack([bend[0, 0] @ [np.sin(5 * y), np.cos(4 * x)],
                                  bend[0, 1] @ [np.sin(4 * x), np.cos(5 * y)]], axis=1)
        points = ((bent - .5) @ matrix.T * .72 + middle) * SIZE
        begin.append(points[:-1])
        end.append(points[1:])
    begin, end = np.concatenate(begin), np.concatenate(end)

    # The distance of each pixel's middle from the nearest piece.
    rows, columns = np.mgrid[:SIZE, :SIZE] + .5
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=1)[:, None]
    along = end - begin
    t = ((pixels - begin) * along).sum(2) / np.maximum((along ** 2).sum(1), 1e-9)
    nearest = begin + np.clip(t, 0, 1)[..., None] * along
    distance = np.sqrt(((pixels - nearest) ** 2).sum(2)).min(1)

    ink = np.clip(random.uniform(.9, 1.7) - distance + .5, 0, 1) * random.uniform(.7, 1)
    noisy = ink + random.normal(0, random.uniform(0, .1), ink.shape)
    return np.clip(noisy, 0, 1).reshape(SIZE, SIZE).astype(np.float32)


def draw_many(count, random):
    """Pictures [count, 1, SIZE, SIZE] and which digits they are: each as often as the others."""
    digits = np.arange(count) % 10
    return np.stack([draw(digit, random) for digit in digits])[:, None], digits
