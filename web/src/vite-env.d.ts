/// <reference types="vite/client" />

/** The text of src/app/early.ts as one script (vite.config.ts). */
declare module 'virtual:early' {
  const script: string;
  export default script;
}

declare module 'virtual:react-router/server-build' {}
