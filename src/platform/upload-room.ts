/** What bounds the bytes that a person or a token uploads, asked before the first byte and with each piece. */
export type UploadRoom = {
  /**
   * `announced` bytes are about to come. Fails with ERR_STORAGE_FULL (the disk), ERR_STORAGE_QUOTA (the plan) or
   * ERR_UPLOAD_RATE (one hour of this uploader). Call `end` in any case.
   */
  begin(announced: number): RunningUpload
}

export type RunningUpload = {
  /** Counts bytes that have come. Fails like `begin`. */
  take(bytes: number): void
  /** The files are stored, or discarded. */
  end(): void
}

/** The bytes a request announces; 0 without a length. */
export const announcedBytes = ({ headers }: Request): number => {
  const length = Number(headers.get('content-length') ?? 0)
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

/** Counts the bytes of a source on their way. */
export async function* counted(source: AsyncIterable<Uint8Array>, upload: RunningUpload): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    upload.take(piece.length)
    yield piece
  }
}
