import type { MediaFailure } from './contract'

/** Thrown when a file could not be fetched; the reason is a `MediaFailure`. */
export class DownloadFailed extends Error {
  constructor(readonly why: MediaFailure) {
    super(`media: ${why}`)
    this.name = 'DownloadFailed'
  }
}
