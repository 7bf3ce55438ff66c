/** Places as people write them: two numbers, or the address of a map. Nothing is looked up anywhere. */
export type Point = { readonly latitude: number; readonly longitude: number }

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
const PAIR = String.raw`${NUMBER}\s*(?:,|;|\s|%2C)\s*${NUMBER}`
/** Most exact first: in a map's address the place stands beside what the window happened to show. */
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

/** Five digits are a metre. */
export const pointText = ({ latitude, longitude }: Point): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

export const mapAddress = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`
