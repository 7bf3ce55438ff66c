/** `balcao update` beside a running server: the command leaves a release in `programs/asked`, and the server answers there. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../../errors'
import { SECOND } from '../../platform/time'
import { messageOf } from '../../texts/texts'
import { Refusal } from '../refusal'
import { limits } from './limits'
import { SentRelease } from './notes'
import { programsFolder } from './programs'

const askedPath = (dataDir: string) => join(programsFolder(dataDir), 'asked')
const refusedPath = (dataDir: string) => join(programsFolder(dataDir), 'asked.refused')

const ANSWER_TIMEOUT_MS = 20 * SECOND
const LOOK_EVERY = 100

/** Resolves when the running server has begun with it. Throws its refusal. */
export async function askServer(dataDir: string, sent: SentRelease): Promise<void> {
  mkdirSync(programsFolder(dataDir), { recursive: true, mode: 0o700 })
  rmSync(refusedPath(dataDir), { force: true })
  writeFileSync(`${askedPath(dataDir)}.next`, JSON.stringify(sent), { mode: 0o600 })
  renameSync(`${askedPath(dataDir)}.next`, askedPath(dataDir))
  const until = performance.now() + ANSWER_TIMEOUT_MS
  while (existsSync(askedPath(dataDir))) {
    if (performance.now() > until) {
      rmSync(askedPath(dataDir), { force: true })
      throw new Refusal('The running server does not take updates by command. Restart it and try again.')
    }
    await Bun.sleep(LOOK_EVERY)
  }
  if (!existsSync(refusedPath(dataDir))) return
  const words = readFileSync(refusedPath(dataDir), 'utf8')
  rmSync(refusedPath(dataDir), { force: true })
  throw new Refusal(words)
}

/** Calls `take` with what a command leaves. What it throws is the answer. Returns what stops it. */
export function followAsked(dataDir: string, take: (sent: SentRelease) => void): () => void {
  const timer = setInterval(() => {
    if (existsSync(askedPath(dataDir))) answer(dataDir, take)
  }, limits.look)
  timer.unref()
  return () => clearInterval(timer)
}

function answer(dataDir: string, take: (sent: SentRelease) => void): void {
  try {
    take(v.parse(SentRelease, JSON.parse(readFileSync(askedPath(dataDir), 'utf8'))))
  } catch (error) {
    const words = error instanceof AppError ? messageOf(error.known, 'en') : String(error)
    writeFileSync(refusedPath(dataDir), words, { mode: 0o600 })
  }
  rmSync(askedPath(dataDir), { force: true })
}
