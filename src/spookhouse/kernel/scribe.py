"""JSON written by compiled code: the parts of a view, from the bytes of a concealed record, as `parts` says where everything lies."""

from spookhouse.kernel.rule import layout, rule

ONE, LIST, COUNTS = (
    0,
    1,
    2,
)  # a number, a list of numbers, or how many there are of each kind; of the last two there may be rows

PART = layout(  # what is written, and where it comes from; places are those of bytes
    [
        ("fields", "i8"),  # that it is written from, as bits
        ("kind", "i4"),
        ("start", "i4"),  # of the first number, at its highest byte
        ("step", "i4"),  # from a byte of a number to the next lower one
        ("width", "i4"),  # bytes of a number
        ("numbers", "i4"),  # in a row
        ("rows", "i4"),  # 0 if it is no list of rows
        ("stride", "i4"),  # bytes of a row
        (
            "upto",
            "i4",
        ),  # where it is said how many there are of these (rows, or numbers); -1 if all are written
        ("most", "i4"),  # of the things that are counted, in a row
        ("label", "i4"),  # the text of its name
        (
            "words",
            "i4",
        ),  # the first text that says what a number means; -1 if numbers are written as such
        ("lowest", "i4"),  # the number that the first text stands for
        ("meanings", "i4"),  # how many texts there are
    ]
)
SIZE, WHICH, LETTERS = (
    0,
    1,
    2,
)  # of a text: how many letters it has, the kind that is counted, and where the letters begin
DIGITS = 20  # of the longest number, and its sign

COMMA, MINUS, ZERO, OPEN, CLOSE, BEGIN, END = b",-0[]{}"


@rule
def write_parts(record, parts, bits, texts, told):
    """Those that are written from any of these fields, as a JSON object; gives its length."""
    told[0] = BEGIN
    end = 1
    for place in range(len(parts)):
        part = parts[place]
        if part.fields & bits:
            if end > 1:
                told[end] = COMMA
                end += 1
            end = put_text(texts[part.label], told, end)
            if part.kind == ONE:
                end = put_number(record, part, part.start, texts, told, end)
            else:
                end = put_list(record, part, texts, told, end)
    told[end] = END
    return end + 1


@rule
def put_list(record, part, texts, told, end):
    numbers, rows = int(part.numbers), int(part.rows)
    if part.upto >= 0:
        said = int(record[part.upto])
        if rows:
            rows = min(rows, said)
        else:
            numbers = min(numbers, said)
    if part.rows == 0:
        return put_row(record, part, part.start, numbers, texts, told, end)
    told[end] = OPEN
    end += 1
    for row in range(rows):
        if row:
            told[end] = COMMA
            end += 1
        end = put_row(record, part, part.start + row * part.stride, numbers, texts, told, end)
    told[end] = CLOSE
    return end + 1


@rule
def put_row(record, part, start, numbers, texts, told, end):
    told[end] = OPEN
    first = end + 1
    if part.kind == COUNTS:
        end = put_counts(record, part, start, texts, told, first)
    else:
        end = first
        for place in range(numbers):
            if end > first:
                told[end] = COMMA
                end += 1
            end = put_number(record, part, start + place * part.width, texts, told, end)
    told[end] = CLOSE
    return end + 1


@rule
def put_counts(record, part, start, texts, told, first):
    """Every kind as often as it is there, in the order of the texts."""
    end = first
    left = int(part.most)
    for place in range(part.words, part.words + part.meanings):
        count = min(left, int(record[start + int(texts[place, WHICH])]))
        left -= count
        for _ in range(count):
            if end > first:
                told[end] = COMMA
                end += 1
            end = put_text(texts[place], told, end)
    return end


@rule
def put_number(record, part, start, texts, told, end):
    """As what it means, or as such."""
    value = int(record[start])
    if value > 127:
        value -= 256
    for place in range(1, part.width):
        value = value << 8 | int(record[start + place * part.step])
    if part.words >= 0:
        meaning = min(max(0, value - part.lowest), part.meanings - 1)
        return put_text(texts[part.words + meaning], told, end)
    if value < 0:
        told[end] = MINUS
        end += 1
        value = -value
    size = 1
    higher = value // 10
    while higher:
        higher //= 10
        size += 1
    for place in range(size):
        told[end + size - 1 - place] = ZERO + value % 10
        value //= 10
    return end + size


@rule
def put_text(text, told, end):
    size = int(text[SIZE])
    for place in range(size):
        told[end + place] = text[LETTERS + place]
    return end + size
