/** Leads wires around nodes. Pure. */
export type Point = readonly [x: number, y: number]
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
/** Where a wire begins: below a node, or at its right side. */
export type Side = 'bottom' | 'right'

/** Between a wire and a node. */
const MARGIN = 14
const LANES = 4
const LANE = 6
/** Between a curve and a node. */
const CLEAR = 8
/** Of the points of a curve that are compared with the boxes, and how many at most. */
const DISTANCE = 16
const MOST_POINTS = 200
/** Heights tried for the way across, at each end. */
const MOST_HEIGHTS = 6

/** A curve where no node stands in between; otherwise corners, of which the first and last are the ends. */
export type Route = { readonly kind: 'curve' | 'corners'; readonly points: readonly Point[] }

/** From an exit to the top of a node. `lane`: the exit's number, so that wires of one node run beside each other. */
export function routeOf(from: Point, side: Side, to: Point, boxes: readonly Box[], lane = 0): Route {
  const [x, y] = from
  const [toX, toY] = to
  if (side === 'bottom' && toY - y >= MARGIN) {
    const points = curveOf(from, to)
    const others = boxes.map((box) => grown(box, CLEAR)).filter((box) => !isWithin(box, from) && !isWithin(box, to))
    const isFree = points.every((point) => !others.some((box) => isWithin(box, point)))
    if (isFree) return { kind: 'curve', points }
  }
  const margin = MARGIN + (lane % LANES) * LANE
  const begin: Point = side === 'bottom' ? [x, y + margin] : [x + margin, y]
  const end: Point = [toX, toY - MARGIN]
  return { kind: 'corners', points: tidy([from, ...around(begin, end, boxes, margin), to]) }
}

/** The control points stand halfway, as in `pathOf`. */
function curveOf([x, y]: Point, [toX, toY]: Point): readonly Point[] {
  const middle = (y + toY) / 2
  const steps = Math.min(MOST_POINTS, Math.ceil((Math.abs(toX - x) + Math.abs(toY - y)) / DISTANCE))
  return Array.from({ length: steps + 1 }, (_, at): Point => {
    const t = at / steps
    const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
    return [(a + b) * x + (c + d) * toX, a * y + (b + c) * middle + d * toY]
  })
}

/** Down, across, along a free column, across, down: with as little way as possible. Straight through if nothing is free. */
function around(begin: Point, end: Point, boxes: readonly Box[], margin: number): readonly Point[] {
  const columns = [begin[0], end[0], ...boxes.flatMap(({ left, right }) => [left - margin, right + margin])]
  const wayOf = (column: number) => Math.abs(column - begin[0]) + Math.abs(column - end[0])
  const nearest = [...new Set(columns)].sort((a, b) => wayOf(a) - wayOf(b))
  const upper = heightsNear(begin, 1, boxes)
  const lower = heightsNear(end, -1, boxes)
  for (const column of nearest)
    for (const high of upper)
      for (const low of lower) {
        const corners: readonly Point[] = [
          [begin[0], high],
          [column, high],
          [column, low],
          [end[0], low],
        ]
        if (isFreeWay(corners, boxes)) return [begin, ...corners, end]
      }
  return [begin, [end[0], begin[1]], end]
}

/** The end's own height, and those just beyond the boxes that stand beside it, as far as the end leads there. */
function heightsNear([x, y]: Point, way: 1 | -1, boxes: readonly Box[]): readonly number[] {
  const beside = boxes
    .filter(({ top, bottom }) => top - MARGIN < y && bottom + MARGIN > y)
    .map(({ top, bottom }) => (way === 1 ? bottom + MARGIN : top - MARGIN))
  return [y, ...new Set(beside)]
    .sort((a, b) => Math.abs(a - y) - Math.abs(b - y))
    .slice(0, MOST_HEIGHTS)
    .filter((height) =>
      isFreeWay(
        [
          [x, y],
          [x, height],
        ],
        boxes,
      ),
    )
}

const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

const isWithin = ({ left, top, right, bottom }: Box, [x, y]: Point): boolean =>
  x > left && x < right && y > top && y < bottom

const isFreeWay = (points: readonly Point[], boxes: readonly Box[]): boolean =>
  points.every((to, at) => {
    const from = points[at - 1]
    return !from || !boxes.some((box) => crosses(from, to, box))
  })

/** Of a horizontal or vertical piece. */
export const crosses = ([x, y]: Point, [toX, toY]: Point, { left, top, right, bottom }: Box): boolean =>
  Math.max(x, toX) > left && Math.min(x, toX) < right && Math.max(y, toY) > top && Math.min(y, toY) < bottom

/** Without corners in which a wire goes straight on. */
function tidy(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [before, last] = kept.slice(-2)
    const isStraight =
      before &&
      last &&
      ((before[0] === last[0] && last[0] === point[0]) || (before[1] === last[1] && last[1] === point[1]))
    if (isStraight) kept.pop()
    const newest = kept.at(-1)
    if (!newest || newest[0] !== point[0] || newest[1] !== point[1]) kept.push(point)
  }
  return kept
}

const RADIUS = 8

/** As SVG. */
export function pathOf({ kind, points }: Route): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  const middle = (first[1] + last[1]) / 2
  if (kind === 'curve') return `M${first} C${first[0]},${middle} ${last[0]},${middle} ${last}`
  const pieces = rest.slice(0, -1).map((corner, at) => {
    const before = points[at] ?? corner
    const after = rest[at + 1] ?? corner
    return `L${towards(corner, before)} Q${corner} ${towards(corner, after)}`
  })
  return `M${first} ${pieces.join(' ')} L${last}`
}

/** A point of the rounded corner: `RADIUS` from it, or half of a shorter piece. */
function towards([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.abs(toX - x) + Math.abs(toY - y)
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length
  return [x + (toX - x) * share, y + (toY - y) * share]
}
