/** Remuxes WebM/Opus, which browsers record, into Ogg/Opus, which messengers need. */
import { toOggJob } from '../jobs'
import { BlobSource, BufferTarget, Conversion, containers, Input, OggOutputFormat, Output } from './containers'
import { parserFor } from './serve'

export const parseToOgg = parserFor(toOggJob, async ({ path, to }) => {
  const input = new Input({ formats: containers, source: new BlobSource(Bun.file(path)) })
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const seconds = await input.computeDuration()
  const conversion = await Conversion.init({ input, output, video: { discard: true } })
  if (!conversion.isValid) throw new Error('not a recording that Ogg can contain')
  await conversion.execute()
  if (!output.target.buffer) throw new Error('empty recording')
  await Bun.write(to, output.target.buffer, { mode: 0o600 })
  return { seconds }
})
