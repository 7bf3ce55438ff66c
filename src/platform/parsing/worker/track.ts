/** Duration and display size of a video or recording. */
import { trackJob } from '../jobs'
import { BlobSource, containers, Input } from './containers'
import { parserFor } from './serve'

export const parseTrack = parserFor(trackJob, async ({ path }) => {
  const input = new Input({ formats: containers, source: new BlobSource(Bun.file(path)) })
  const video = await input.getPrimaryVideoTrack()
  const seconds = Math.round(await input.computeDuration())
  return { seconds, width: video?.displayWidth ?? null, height: video?.displayHeight ?? null }
})
