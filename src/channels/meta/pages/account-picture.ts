/** The picture of a page or an Instagram account, so small that it stands in its row: no browser ever asks Meta for it. */
import { rm } from 'node:fs/promises'
import { sidePath } from '../../../platform/files'
import { pictureJob } from '../../../platform/parsing/jobs'
import type { UploadTarget } from '../../../platform/uploads'
import type { Graph } from '../graph'
import { fetchPicture } from './profiles'

const EDGE = 96
const QUALITY = 70

/** A data URL; null without a picture. */
export async function tinyPicture(graph: Graph, url: string, { folder, parse }: UploadTarget): Promise<string | null> {
  const path = sidePath(folder)
  try {
    if (!(await fetchPicture(graph, url, path))) return null
    const seen = await parse(pictureJob, { path, edge: EDGE, quality: QUALITY, withoutEnlargement: true })
    return seen?.tiny ? `data:image/jpeg;base64,${seen.tiny}` : null
  } finally {
    await rm(path, { force: true })
  }
}
