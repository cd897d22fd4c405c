"""Builds the web fonts in src/ui/fonts from the complete variable fonts. How to run it: src/ui/fonts/README.md.

Usage: subset-fonts.py FRAUNCES_DIR INSTRUMENT_SANS_DIR OUTPUT_DIR
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

LATIN = "U+20-7E,U+A0-A1,U+A3,U+A7,U+A9-AB,U+AD-AE,U+B0-B1,U+B4,U+B7,U+BA-BD,U+BF-FF,U+131,U+152-153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032,U+2039-203A,U+20AC,U+2122,U+2212"
LATIN_EXTENDED = "U+100-130,U+132-151,U+154-17E,U+218-21B,U+1E80-1E85,U+1E9E,U+1EF2-1EF3"
UNITS_PER_EM = 1000

# Limits of the axes: what the style sheets use. The first weight is the default, so that each axis has one set of deltas.
HEADINGS = {"wght": (380, 380, 700), "opsz": (14, 14, 72)}
ITALICS = {"wght": 400, "opsz": (14, 14, 38)}
TEXT = {"wdth": 100, "wght": (400, 400, 700)}
# Kerning is taken from one point of the axes. It varies by less than a hundredth of an em, and its variations are a fifth of a file.
HEADINGS_KERNING = {"wght": 400, "opsz": 28}
ITALICS_KERNING = {"wght": 400, "opsz": 21}
TEXT_KERNING = {"wdth": 100, "wght": 400}


def subset_font(source: Path, options: subset.Options, characters: str, limits: dict) -> TTFont:
    font = TTFont(source)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(characters.replace("U+", "")))
    subsetter.subset(font)
    scale_upem(font, UNITS_PER_EM)
    return instantiateVariableFont(font, limits)


def build(source: Path, output: Path, limits: dict, kerning: dict, characters: str) -> None:
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "liga", "locl", "rvrn", "tnum"])
    options.name_IDs += [13, 14]
    font = subset_font(source, options, characters, limits)
    font["GPOS"] = subset_font(source, options, characters, kerning)["GPOS"]
    # What weight and optical size change together is less than a pixel in the limits above.
    for glyph, variations in font["gvar"].variations.items():
        font["gvar"].variations[glyph] = [each for each in variations if len(each.axes) == 1]
    subset.save_font(font, output, options)
    print(f"{output.name}: {output.stat().st_size} bytes")


fraunces, instrument, out = (Path(argument) for argument in sys.argv[1:])
for suffix, subset_name, characters in [("", "latin", LATIN), ("-extended", "latin-ext", LATIN_EXTENDED)]:
    upright = fraunces / f"fraunces-{subset_name}-standard-normal.woff2"
    build(upright, out / f"fraunces{suffix}.woff2", HEADINGS, HEADINGS_KERNING, characters)
    text = instrument / f"instrument-sans-{subset_name}-wdth-normal.woff2"
    build(text, out / f"instrument-sans{suffix}.woff2", TEXT, TEXT_KERNING, characters)
italic = fraunces / "fraunces-latin-standard-italic.woff2"
build(italic, out / "fraunces-italic.woff2", ITALICS, ITALICS_KERNING, LATIN)
