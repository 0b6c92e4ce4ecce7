/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** PUBLIC_URL of the build, no slash at the end. */
  readonly VITE_PUBLIC_URL: string;
}
