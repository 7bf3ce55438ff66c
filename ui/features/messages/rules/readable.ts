/** Reads a location from text: two coordinates, or a map link. Nothing is looked up online. */
export type Point = { readonly latitude: number; readonly longitude: number }

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
const PAIR = String.raw`${NUMBER}\s*(?:,|;|\s|%2C)\s*${NUMBER}`
/** The most exact pattern first: a map link has the place itself and the centre of the visible map. */
const SHAPES = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|center|loc)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`, 'i'),
  new RegExp(`^geo:${PAIR}`, 'i'),
  new RegExp(`@${PAIR}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`^${PAIR}$`),
] as const

export function pointIn(text: string): Point | null {
  for (const shape of SHAPES) {
    const [, latitude, longitude] = shape.exec(text.trim()) ?? []
    if (latitude === undefined || longitude === undefined) continue
    const point = { latitude: Number(latitude), longitude: Number(longitude) }
    if (Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180) return point
  }
  return null
}

/** Five decimal digits are about a metre. */
export const pointText = ({ latitude, longitude }: Point): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

export const mapAddress = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`
