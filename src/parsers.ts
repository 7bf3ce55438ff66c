/** All parsers of files from outside. Loaded by the parsing process, never by the server. */
import { parseMail } from './platform/incoming-mail/worker/read'
import { parseFileType } from './platform/parsing/worker/file-type'
import { parsePicture } from './platform/parsing/worker/picture'
import type { Parser } from './platform/parsing/worker/serve'
import { parseToOgg } from './platform/parsing/worker/to-ogg'
import { parseTrack } from './platform/parsing/worker/track'
import { parseCards } from './platform/spreadsheets/worker/cards'
import { parseSpreadsheet } from './platform/spreadsheets/worker/read'
import { parseIntoSpreadsheet } from './platform/spreadsheets/worker/write'

export const parsers: readonly Parser[] = [
  parseFileType,
  parsePicture,
  parseTrack,
  parseToOgg,
  parseSpreadsheet,
  parseCards,
  parseMail,
  parseIntoSpreadsheet,
]
