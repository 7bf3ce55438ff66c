import type { MediaFailure } from './contract'

/** A file could not be fetched. The words are the channel's contract: see `MediaFailure`. */
export class DownloadFailed extends Error {
  constructor(readonly why: MediaFailure) {
    super(`media: ${why}`)
    this.name = 'DownloadFailed'
  }
}
