/** A generated photo of a room in random colours, for phones without a camera. */
const WIDTH = 960
const HEIGHT = 1200

export async function photographRoom(dice = Math.random): Promise<File> {
  const [canvas, pen] = paper(WIDTH, HEIGHT)
  const wall = Math.floor(dice() * 360)
  const sofa = Math.floor(dice() * 360)
  paintRoom(pen, wall)
  paintPicture(pen, sofa)
  paintLamp(pen, WIDTH * (dice() < 0.5 ? 0.12 : 0.88))
  paintSofa(pen, sofa)
  return fileOf(canvas, 'foto.jpg', 'image/jpeg')
}

/** A sticker is one large emoji on a transparent background. */
export async function stickerOf(emoji: string): Promise<File> {
  const [canvas, pen] = paper(512, 512)
  pen.font = `400px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(emoji, 256, 276)
  return fileOf(canvas, 'sticker.webp', 'image/webp')
}

/** A profile picture: initials on a colour. */
export async function portraitOf(letters: string, dice = Math.random): Promise<File> {
  const [canvas, pen] = paper(640, 640)
  const hue = Math.floor(dice() * 360)
  fill(pen, pen.createLinearGradient(0, 0, 640, 640), [`hsl(${hue} 55% 62%)`, `hsl(${hue + 40} 55% 42%)`])
  pen.fillRect(0, 0, 640, 640)
  pen.fillStyle = 'white'
  pen.font = '600 260px "Inter Variable", sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(letters, 320, 335)
  return fileOf(canvas, 'rosto.jpg', 'image/jpeg')
}

type Pen = CanvasRenderingContext2D

function paper(width: number, height: number): [HTMLCanvasElement, Pen] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  return [canvas, pen]
}

function fileOf(canvas: HTMLCanvasElement, name: string, type: string): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(new File([blob], name, { type: blob.type })) : reject(new Error('no picture'))),
      type,
      0.86,
    ),
  )
}

function fill(pen: Pen, gradient: CanvasGradient, [from, to]: [string, string]) {
  gradient.addColorStop(0, from)
  gradient.addColorStop(1, to)
  pen.fillStyle = gradient
}

function paintRoom(pen: Pen, hue: number) {
  fill(pen, pen.createLinearGradient(0, 0, WIDTH, HEIGHT), [`hsl(${hue} 22% 88%)`, `hsl(${hue} 20% 74%)`])
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  fill(pen, pen.createLinearGradient(0, 880, 0, HEIGHT), ['hsl(28 34% 52%)', 'hsl(26 38% 36%)'])
  pen.fillRect(0, 880, WIDTH, HEIGHT - 880)
  pen.fillStyle = 'hsl(30 20% 94%)'
  pen.fillRect(0, 862, WIDTH, 18)
}

function paintPicture(pen: Pen, hue: number) {
  pen.fillStyle = 'hsl(30 30% 34%)'
  pen.fillRect(330, 150, 300, 230)
  fill(pen, pen.createLinearGradient(0, 170, 0, 360), [`hsl(${hue + 30} 60% 82%)`, `hsl(${hue + 200} 40% 58%)`])
  pen.fillRect(348, 168, 264, 194)
}

function paintLamp(pen: Pen, x: number) {
  pen.fillStyle = 'hsl(30 12% 28%)'
  pen.fillRect(x - 5, 420, 10, 500)
  pen.fillRect(x - 55, 915, 110, 14)
  fill(pen, pen.createLinearGradient(0, 320, 0, 440), ['hsl(45 80% 88%)', 'hsl(40 70% 72%)'])
  pen.beginPath()
  pen.moveTo(x - 50, 320)
  pen.lineTo(x + 50, 320)
  pen.lineTo(x + 85, 440)
  pen.lineTo(x - 85, 440)
  pen.fill()
}

function paintSofa(pen: Pen, hue: number) {
  pen.fillStyle = 'hsl(260 10% 10% / 0.22)'
  rounded(pen, 150, 985, 660, 40)
  pen.fillStyle = `hsl(${hue} 30% 40%)`
  rounded(pen, 190, 610, 580, 260)
  pen.fillStyle = `hsl(${hue} 32% 48%)`
  rounded(pen, 210, 640, 262, 200)
  rounded(pen, 488, 640, 262, 200)
  pen.fillStyle = `hsl(${hue} 30% 44%)`
  rounded(pen, 190, 800, 580, 170)
  rounded(pen, 130, 700, 110, 280)
  rounded(pen, 720, 700, 110, 280)
  pen.fillStyle = 'hsl(28 30% 30%)'
  for (const x of [180, 750]) pen.fillRect(x, 975, 26, 40)
}

function rounded(pen: Pen, ...[x, y, width, height]: [number, number, number, number]) {
  pen.beginPath()
  pen.roundRect(x, y, width, height, 34)
  pen.fill()
}
