/** libsignal has no types for this file; baileys.ts declares the parts it uses. */
declare module 'libsignal/src/protobufs.js' {}
