/** Files that open, files that do not, and the pictures of a conversation. */
import { afterEach, expect, test } from 'bun:test'
import type { Message } from '../../../src/tickets/messages/contract'
import { picturesOf } from '../../../ui/features/messages/rules/kinds'
import { voiceAfter } from '../../../ui/features/messages/rules/voice'
import { Player } from '../../../ui/features/messages/voice/Player'
import { media, message } from './support'

/** A minimal browser audio element: fetches `src`, plays, or fires an error. */
class Sound extends EventTarget {
  static last: Sound
  paused = true
  currentTime = 0
  duration = Number.NaN
  playbackRate = 1
  readonly fetched: string[] = []
  constructor() {
    super()
    Sound.last = this
  }
  set src(url: string) {
    this.fetched.push(url)
  }
  play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  end() {
    this.paused = true
    this.dispatchEvent(new Event('ended'))
  }
  fail() {
    this.paused = true
    this.dispatchEvent(new Event('error'))
  }
  removeAttribute() {
    this.fail()
  }
}

const real = Object.getOwnPropertyDescriptor(globalThis, 'Audio')
afterEach(() => {
  if (real) Object.defineProperty(globalThis, 'Audio', real)
  else Reflect.deleteProperty(globalThis, 'Audio')
})

test('a voice note that fails to open says so, and is fetched again on retry', () => {
  Object.defineProperty(globalThis, 'Audio', { value: Sound, configurable: true })
  const player = new Player()
  player.toggle('a', '/a')
  Sound.last.fail()
  expect(player.get()).toMatchObject({ key: 'a', isPlaying: false, isBroken: true })
  player.toggle('a', '/a')
  expect(player.get()).toMatchObject({ isPlaying: true, isBroken: false })
  player.toggle('b', '/b')
  expect(Sound.last.fetched).toEqual(['/a', '/a', '/b'])
  player.stop()
  expect(player.get()).toMatchObject({ key: null, isBroken: false })
})

test('consecutive voice notes play one after the other', () => {
  Object.defineProperty(globalThis, 'Audio', { value: Sound, configurable: true })
  const voice = (id: number, more: Partial<Message> = {}) => picture(id, { mediaType: 'ptt', ...more })
  const newestFirst = [
    voice(7, { isDeleted: true }),
    voice(6),
    voice(5, { contact: { name: 'Wesley' } }),
    message({ id: 4 }),
    voice(3),
    voice(2),
    picture(1),
  ]
  const player = new Player()
  player.follow((key) => voiceAfter(newestFirst, key))
  player.toggle('m2', '/api/media/2')
  Sound.last.end()
  expect(player.get()).toMatchObject({ key: 'm3', isPlaying: true })
  Sound.last.end()
  expect(player.get()).toMatchObject({ key: 'm3', isPlaying: false, time: 0 })
  expect(Sound.last.fetched).toEqual(['/api/media/2', '/api/media/3'])
  expect(['m1', 'm5', 'm6', 'preview'].map((key) => voiceAfter(newestFirst, key))).toEqual(Array(4).fill(undefined))
})

const picture = (id: number, more: Partial<Message> = {}) =>
  message({
    id,
    mediaType: 'image',
    body: `p${id}`,
    mediaUrl: `/api/media/${id}`,
    media: media({ name: id === 1 ? 'um.png' : null }),
    ...more,
  })

test('the lightbox steps through a conversation’s pictures in order', () => {
  const newestFirst = [
    picture(5, { mediaUrl: null }),
    picture(4, { isDeleted: true }),
    picture(3, { mediaType: 'sticker' }),
    picture(2),
    message({ id: 9 }),
    picture(1),
  ]
  expect(picturesOf(newestFirst).map(({ id }) => id)).toEqual([1, 2])
})
