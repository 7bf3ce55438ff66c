/** What companies answer when they are asked, and the file in which a server leaves it to the next one. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log'

/** What a company needs: whether to start it with the server, due times by job name, and facts for the monitor. */
export type Answers = {
  readonly toStart: boolean
  readonly due: Readonly<Record<string, number>>
  readonly facts: Readonly<Record<string, unknown>>
}

/** With the state that the company's file had then. */
export type SavedAnswers = Answers & { readonly state: string }

/** A cache: without a valid file, companies are asked. */
export class AnswersFile {
  readonly #path: string
  readonly #version: string
  readonly #log: Log

  constructor(dataDir: string, question: string, log: Log) {
    this.#path = join(dataDir, 'timetable.json')
    this.#version = Bun.hash(question).toString(36)
    this.#log = log
  }

  read(): Map<string, SavedAnswers> {
    try {
      const { version, companies } = JSON.parse(readFileSync(this.#path, 'utf8')) as SavedFile // written below
      return new Map(version === this.#version ? Object.entries(companies) : [])
    } catch {
      return new Map()
    }
  }

  write(companies: Readonly<Record<string, SavedAnswers>>): void {
    const content: SavedFile = { version: this.#version, companies }
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(content), { mode: 0o600 })
      renameSync(`${this.#path}.new`, this.#path)
    } catch (error) {
      this.#log.warn({ err: error }, 'could not save what is due: the next start takes longer')
    }
  }
}

type SavedFile = { readonly version: string; readonly companies: Readonly<Record<string, SavedAnswers>> }
