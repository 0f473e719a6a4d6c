import type { JournalEntry } from "../types.js";

const HEAD_BYTES = 8;
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
  return value;
});

export interface FileRecord extends JournalEntry {
  readonly size: number;
}

/** CRC-32 of IEEE 802.3. */
export const crc32 = (data: Uint8Array): number => {
  let value = 0xffffffff;
  for (const byte of data) value = TABLE[(value ^ byte) & 255]! ^ value >>> 8;
  return (value ^ 0xffffffff) >>> 0;
};

/** Length and checksum, big-endian, then the event's JSON. */
export const encodeRecord = (json: string): Uint8Array => {
  const payload = new TextEncoder().encode(json);
  const data = new Uint8Array(HEAD_BYTES + payload.length);
  const view = new DataView(data.buffer);
  view.setUint32(0, payload.length);
  view.setUint32(4, crc32(payload));
  data.set(payload, HEAD_BYTES);
  return data;
};

/** All records up to the first damaged byte. */
export const decodeRecords = (data: Uint8Array): FileRecord[] => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const records: FileRecord[] = [];
  for (let place = 0; place + HEAD_BYTES <= data.length;) {
    const size = HEAD_BYTES + view.getUint32(place);
    const payload = data.subarray(place + HEAD_BYTES, place + size);
    if (place + size > data.length || crc32(payload) !== view.getUint32(place + 4)) break;
    const json = new TextDecoder().decode(payload);
    records.push({ id: JSON.parse(json).id, json, size });
    place += size;
  }
  return records;
};
