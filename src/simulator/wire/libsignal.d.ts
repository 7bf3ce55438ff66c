declare module 'libsignal/src/protobufs.js' {
  export const PreKeyWhisperMessage: { decode(bytes: Uint8Array): { baseKey: Uint8Array; message: Uint8Array } }
  export const WhisperMessage: { decode(bytes: Uint8Array): { ephemeralKey: Uint8Array } }
}
