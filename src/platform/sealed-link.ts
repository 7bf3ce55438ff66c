/** The part of an address that says encrypted what may be done with it: nobody else can read it or make one up. */
import * as v from 'valibot'
import { DecryptionFailed, ENCRYPTED, type Encryption } from './encryption'

/** `label` tells apart what is encrypted for one purpose. */
export type LinkKind<S extends v.GenericSchema> = { readonly label: string; readonly most: number; readonly schema: S }

/** By which a request without a session names its company. Each node of a fleet reads it, to find the company's. */
export type CompanyLink = {
  /** Of the request's path. */
  readonly path: RegExp
  /** The purpose of the encryption. */
  readonly purpose: string
  companyOf(encryption: Encryption, request: Request): string | undefined
}

export const sealLink = <S extends v.GenericSchema>(
  encryption: Encryption,
  { label }: LinkKind<S>,
  content: v.InferOutput<S>,
): string => {
  const sealed = encryption.encrypt(JSON.stringify(content), label).slice(ENCRYPTED.length)
  return Buffer.from(sealed, 'base64').toString('base64url')
}

/** Undefined if we did not write it. */
export function openLink<S extends v.GenericSchema>(
  encryption: Encryption,
  { label, most, schema }: LinkKind<S>,
  written: string,
): v.InferOutput<S> | undefined {
  if (written.length > most || !/^[\w-]+$/.test(written)) return undefined
  // The last letter has bits that decoding ignores.
  if (Buffer.from(written, 'base64url').toString('base64url') !== written) return undefined
  try {
    const read = v.safeParse(schema, JSON.parse(encryption.decrypt(ENCRYPTED + written, label)))
    return read.success ? read.output : undefined
  } catch (error) {
    if (error instanceof DecryptionFailed || error instanceof RangeError) return undefined
    throw error
  }
}
