import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../../shared/kit/useObjectUrl'
import { fileQuery } from './api'

/** An object URL of a file, once its bytes are loaded. */
export function useFile(url: string | undefined) {
  const { data: blob, isError } = useQuery({ ...fileQuery(url ?? ''), enabled: url !== undefined })
  return { url: useObjectUrl(blob), isError }
}
