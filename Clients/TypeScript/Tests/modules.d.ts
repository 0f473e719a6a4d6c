// The few declarations of React Native's packages that the quick start uses.
declare module "expo-secure-store" {
  /** https://docs.expo.dev/versions/latest/sdk/securestore/ */
  export function getItemAsync(key: string): Promise<string | null>;
  export function setItemAsync(key: string, value: string): Promise<void>;
  export function deleteItemAsync(key: string): Promise<void>;
}
declare module "@react-native-async-storage/async-storage" {
  /** https://react-native-async-storage.github.io/async-storage/docs/api */
  const storage: {
    getItem(key: string): Promise<string | null>;
    setItem(key: string, value: string): Promise<void>;
    removeItem(key: string): Promise<void>;
    multiGet(keys: readonly string[]): Promise<readonly [string, string | null][]>;
    multiSet(pairs: [string, string][]): Promise<void>;
    multiRemove(keys: readonly string[]): Promise<void>;
  };
  export default storage;
}
declare module "react-native-get-random-values" {}
declare module "react-native" {
  /** https://reactnative.dev/docs/linking and /share */
  export const Linking: {
    getInitialURL(): Promise<string | null>;
    addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
  };
  export const Share: { share(content: { message: string }): Promise<unknown> };
}
