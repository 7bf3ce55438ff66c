import { fileKind } from '../rules/attachments'
import type { OutgoingFile } from '../rules/outgoing'
import { sizeOf } from './pictureSize'

/** A file as its bubble shows it while it is being sent. */
export const outgoingFile = (file: File): OutgoingFile => ({
  file,
  url: URL.createObjectURL(file),
  kind: fileKind(file),
  size: sizeOf(file),
})
