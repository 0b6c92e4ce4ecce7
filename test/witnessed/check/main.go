// Checks a log's checkpoint, tiles, entries and proofs with the packages of Go's checksum database, which are not ours.
//
//	check URL VERIFIERKEY [COSIGNER…] < lines of "size root" of earlier checkpoints
//
// COSIGNER: a witness's verifier key. Prints what it checked; ends with 1 at the first thing that is wrong.
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println("wrong:", err)
		os.Exit(1)
	}
	return value
}

func wrong(format string, args ...any) { must(0, fmt.Errorf(format, args...)) }

func get(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != 200 {
		err = fmt.Errorf("%s: %s", url, response.Status)
	}
	return body, err
}

// The paths of c2sp.org/tlog-tiles have no height, and call data entries.
func pathOf(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

type reader struct {
	url  string
	read int
	kept map[string][]byte
}

func (r *reader) Height() int                                { return 8 }
func (r *reader) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (r *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, found := r.kept[pathOf(tile)]
		if !found {
			var err error
			if data, err = get(r.url + "/" + pathOf(tile)); err != nil {
				return nil, err
			}
			r.kept[pathOf(tile)] = data
			r.read++
		}
		all = append(all, data)
	}
	return all, nil
}

// A cosignature of c2sp.org/tlog-cosignature, as a verifier of Go's notes.
type cosigner struct {
	name string
	id   uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.id }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(c.key, append([]byte(head), msg...), sig[8:])
}

func cosignerOf(text string) note.Verifier {
	parts := strings.SplitN(text, "+", 3)
	typed := must(base64.StdEncoding.DecodeString(parts[2]))
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), typed...))
	if id := must(strconv.ParseUint(parts[1], 16, 32)); uint32(id) != binary.BigEndian.Uint32(sum[:4]) || typed[0] != 4 {
		wrong("%s is no key of a witness", text)
	}
	return cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), ed25519.PublicKey(typed[1:])}
}

func hashBytes(hash tlog.Hash) []byte { return hash[:] }

func main() {
	url, key := os.Args[1], must(note.NewVerifier(os.Args[2]))
	verifiers := []note.Verifier{key}
	for _, text := range os.Args[3:] {
		verifiers = append(verifiers, cosignerOf(text))
	}
	signed := must(note.Open(must(get(url+"/checkpoint")), note.VerifierList(verifiers...)))
	if len(signed.Sigs) != len(verifiers) {
		wrong("%d of %d signed", len(signed.Sigs), len(verifiers))
	}
	lines := strings.Split(signed.Text, "\n")
	if lines[0] != key.Name() {
		wrong("the origin is %s, not %s", lines[0], key.Name())
	}
	size := must(strconv.ParseInt(lines[1], 10, 64))
	var tree tlog.Tree
	tree.N = size
	copy(tree.Hash[:], must(base64.StdEncoding.DecodeString(lines[2])))

	tiles := &reader{url: url, kept: map[string][]byte{}}
	hashes := tlog.TileHashReader(tree, tiles)
	// Go's reader checks each tile against the root before it gives a hash of it.
	for at := int64(0); at < size; {
		width := min(size-at, 256)
		data := must(get(url + "/" + pathOf(tlog.Tile{H: 8, L: -1, N: at / 256, W: int(width)})))
		var indexes []int64
		var leaves []tlog.Hash
		for from := at; at < from+width; at++ {
			length := int(binary.BigEndian.Uint16(data))
			leaves = append(leaves, tlog.RecordHash(data[2:2+length]))
			indexes = append(indexes, tlog.StoredHashIndex(0, at))
			data = data[2+length:]
		}
		if len(data) > 0 {
			wrong("%d bytes are left of the entries", len(data))
		}
		for i, hash := range must(hashes.ReadHashes(indexes)) {
			if hash != leaves[i] {
				wrong("leaf %d is not the hash of its entry", at-width+int64(i))
			}
		}
	}
	step := max(size/200, 1)
	included := 0
	for n := int64(0); n < size; n += step {
		leaf := must(hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, n)}))[0]
		must(0, tlog.CheckRecord(must(tlog.ProveRecord(size, n, hashes)), size, tree.Hash, n, leaf))
		included++
	}
	consistent := 0
	for input := bufio.NewScanner(os.Stdin); input.Scan(); consistent++ {
		size, root, _ := strings.Cut(input.Text(), " ")
		old := tlog.Tree{N: must(strconv.ParseInt(size, 10, 64))}
		copy(old.Hash[:], must(base64.StdEncoding.DecodeString(root)))
		must(0, tlog.CheckTree(must(tlog.ProveTree(tree.N, old.N, hashes)), tree.N, tree.Hash, old.N, old.Hash))
		if !bytes.Equal(old.Hash[:], hashBytes(must(tlog.TreeHash(old.N, hashes)))) {
			wrong("the root of the first %d events is another one", old.N)
		}
	}
	fmt.Printf("%d events, %d tiles, %d inclusions, %d earlier checkpoints, %d signatures\n", size, tiles.read, included, consistent, len(signed.Sigs))
}
